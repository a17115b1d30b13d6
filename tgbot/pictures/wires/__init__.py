"""What the pictures of the games with wires share: Time Bomb and Time Bomb Evolution."""
