"""The engine: dice, charts, questions, the referee. It knows no game."""
