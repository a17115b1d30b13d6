"""What the pictures of the Hunt and the Race share."""
