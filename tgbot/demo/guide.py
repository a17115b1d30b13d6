"""Sets the first table in the playground and tells a newcomer what to do next, from what stands in the group."""

from __future__ import annotations

import asyncio
import contextlib
import re
from dataclasses import dataclass

from tgbot.demo.sim import Message, Sim, SimError, buttons_of, text_of

_PATIENCE = 20.0
_SKIP = 60
_NOTHING = ("Type /play in the group to begin a game, or in a private chat to practise alone.", 0)
_MENU = ("Choose a game in the group.", 0)
_JOIN = ("{host} has set a table. Press ✅ Join in the group.", 0)
_FILL = ("You are in, and the host is you. In the group press 🤖 Add until enough sit, then ▶️ Start.", 0)
_OPTIONS = ("Change what you like, then ↩️ Back.", 0)
_YOURS = ("{name}’s move: as {name}, tap what you want to do below the board. 🎴 shows what you hold.", 0)
_CUT = ("{name}’s move: as {name}, tap a player below the board, then a wire. 🎴 shows what you hold.", 0)
_THINKING = ("The computer is thinking.", _SKIP)
_TALKING = (
    "The computer is thinking. Each round it gives people a minute to claim with 🗣 how many 🔵 they hold, true or not.",
    _SKIP,
)
_OVER = ("That was a whole match. 🔁 Rematch plays another. Alone against computers: /play in a private chat.", 0)


@dataclass
class Guide:
    """One group, who opens the first lobby in it, and who joined that first."""

    sim: Sim
    group: int
    host: int
    guest: str | None = None
    handed_over: bool = False
    seq: int = 0

    async def set_table(self) -> None:
        """Opens a lobby from the games with which the bot greets its new group.

        Raises:
            SimError, TimeoutError: the bot does not play along.
        """
        await self._tap(await self._until(":new timebomb "))
        await self._until(":join ")
        await self._hint()

    async def follow(self) -> None:
        """Keeps the hint true for as long as the playground runs; hands the table to the first who joins it."""
        while True:
            log = await self.sim.get("events", after=self.seq, wait=60)
            self.seq = log["seq"]
            # Anything people do to the group meanwhile can make this impossible; the next event finds another state.
            with contextlib.suppress(SimError):
                for event in log["events"]:
                    if event["kind"] == "answered" and event["data"].endswith(":join"):
                        self.guest = self.guest or str(event["person"]["first_name"])
                await self._hand_over()
                if any(event["kind"] != "hint" for event in log["events"]):
                    await self._hint()

    async def _hand_over(self) -> None:
        """Whoever joins first becomes the host and plays without the old one: alone against computers, if he likes."""
        message = await self._newest()
        leave = next((data for data in buttons_of(message) if data.endswith(":leave")), None)
        if self.handed_over or leave is None or not self.guest or self.guest not in text_of(message):
            return
        self.handed_over = True
        await self._say("I only wanted to set the table. It is yours, have fun! 👋")
        await self._tap(leave)

    async def _say(self, text: str) -> None:
        await self.sim.post(f"people/{self.host}/send", chat=self.group, text=text)

    async def _tap(self, data: str) -> None:
        await self.sim.post(f"people/{self.host}/tap", chat=self.group, data=data)

    async def _newest(self) -> Message:
        messages = await self.sim.get(f"chats/{self.group}/messages")
        return next((message for message in reversed(messages) if "reply_markup" in message), {})

    async def _until(self, sign: str) -> str:
        """The button with this in its data, when it stands in the group."""
        async with asyncio.timeout(_PATIENCE):
            while True:
                for data in buttons_of(await self._newest()):
                    if sign in f"{data} ":
                        return data
                self.seq = (await self.sim.get("events", after=self.seq, wait=2))["seq"]

    async def _hint(self) -> None:
        host = next((p["first_name"] for p in await self.sim.get("people") if p["id"] == self.host), "Somebody")
        (text, skip), names = self._next(await self._newest())
        await self.sim.post("hint", text=text.format(host=host, **names), skip=skip)

    def _next(self, message: Message) -> tuple[tuple[str, int], dict[str, str]]:
        signs = " ".join(buttons_of(message)) + " "
        if ":hand " in signs:
            name = _mover(text_of(message))
            if name:
                return (_CUT if ":point " in signs and ":!draw " not in signs else _YOURS), {"name": name}
            return (_TALKING if ":claim " in signs else _THINKING), {}
        for sign, hint in ((":new ", _MENU), (":panel - ", _OPTIONS), (":rematch ", _OVER)):
            if sign in signs:
                return hint, {}
        if ":join " in signs:
            return (_FILL if self.handed_over else _JOIN), {}
        return _NOTHING, {}


def _mover(text: str) -> str:
    """The person to move, from the line of the board that says so; empty while a computer player thinks.

    Names are isolated for right-to-left writing.
    """
    line = next((line for line in text.splitlines() if line.startswith("👉")), "")
    return re.sub(r"[\u2066-\u2069]", "", line.partition(": ")[2])
