"""The playground with the bot in it: what somebody sees who has no token yet."""
