"""The shell: Telegram, the database and the scheduler around the rules in `core`."""
