"""Our side of the Bot API: the transport, the update loop and the budget of calls."""

import logging
import os

# Without this opt-in python-telegram-bot warns each time it makes a RetryAfter, that is at every 429.
os.environ["PTB_TIMEDELTA"] = "true"
# At DEBUG python-telegram-bot logs the token and everything that is sent and received.
logging.getLogger("telegram").setLevel(logging.INFO)
