"""What the bomber games share: words, roster, wounds, guns, flak, jumping, orders, positions. No game itself."""
