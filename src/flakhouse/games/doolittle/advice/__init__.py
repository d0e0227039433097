"""What a careful player would do, one function for each question."""
