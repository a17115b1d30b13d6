"""The control API: acting as people, moving the clock, and reading what happened."""
