"""What the screens of the Hunt and the Race share: cards, masks, pistols, shots."""
