"""Our side of the Bot API: the transport, the update loop and the budget of calls."""

import os

# Without this opt-in python-telegram-bot warns each time it makes a RetryAfter, that is at every 429.
os.environ["PTB_TIMEDELTA"] = "true"
