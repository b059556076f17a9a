"""The house: money and memory. It keeps what the round of play, which is pure, only says."""
