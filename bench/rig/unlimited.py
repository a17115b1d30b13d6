"""The bot as ``python -m tgbot run`` starts it, but with a budget of calls that no measurement uses up.

    python -m bench.rig.unlimited

Telegram's budget is no setting of the bot, and must not become one; here its limiter is exchanged from outside.
"""

from __future__ import annotations

import functools
import sys
from unittest import mock

from tgbot import __main__, process
from tgbot.wire.limiter import Budget, Kind, Limiter

PLENTY = Budget(burst=1_000_000, per_second=1_000_000)
EACH: dict[Kind, Budget] = {"send": PLENTY, "edit": PLENTY}

if __name__ == "__main__":
    sys.argv[1:] = ["run"]
    plentiful = functools.partial(Limiter, overall=PLENTY, private=EACH, group=EACH)
    with mock.patch.object(process, "Limiter", plentiful):
        __main__.main()
