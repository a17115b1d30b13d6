"""Commands that make files of the project from what others publish."""
