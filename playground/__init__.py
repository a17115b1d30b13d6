"""A Telegram Bot API server for one bot on the developer's own machine, in memory."""
