"""What the boards of the two bombers share: the plan, the stage, the track, the rail and the lists."""
