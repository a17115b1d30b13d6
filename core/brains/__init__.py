"""Computer players: view in, move out. They never see a game, only what their seat may see."""
