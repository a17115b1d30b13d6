"""Makes the calls that bring one message up to date, and notes what it shows then.

The law
    Of the calls that would do the cheapest is made. What cannot be shown as a picture is shown as text, and remembered:
    of a chat until its rights change, of a match as long as the process lives.
"""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

import structlog
from telegram import Bot
from telegram.error import BadRequest, Forbidden, TelegramError

from tgbot import people, timing
from tgbot.drawing import Drawing
from tgbot.errands import redrawn, retired
from tgbot.outbox import Outbox, may_mend
from tgbot.screens.admission import too_late
from tgbot.screens.screen import Screen
from tgbot.showing import Showing
from tgbot.store import Store, queries
from tgbot.store.reading import SurfaceRow
from tgbot.wanted import Wanted, parting
from tgbot.wire.ephemeral import edit_whisper
from tgbot.wire.messages import (
    Photo,
    edit,
    edit_buttons,
    edit_caption,
    edit_photo,
    file_id,
    is_gone,
    is_no_photo,
    is_stale,
    refuses,
    send,
    send_photo,
    takes_no_photos,
)
from tgbot.words import words

log = structlog.get_logger(__name__)


@dataclass
class Poster:
    """Posts, edits and pins. ``drawing`` None: everything is text. ``replan`` reads a match anew, when what is wanted
    of it has turned out to be old.
    """

    bot: Bot
    store: Store
    outbox: Outbox
    drawing: Drawing | None
    replan: Callable[[int], Awaitable[None]]
    no_pins: set[int] = field(default_factory=set)
    """Chats where the bot may not pin."""
    no_photos: set[int] = field(default_factory=set)
    """Chats that take no pictures."""
    plain: dict[int, set[str]] = field(default_factory=dict)
    """Surfaces whose pictures failed, by match."""

    async def show(self, match_id: int, match: Showing, which: str) -> None:
        """Shows a surface; what cannot be shown as a picture will be shown as text."""
        drawn = None
        try:
            if self.drawing is not None and match.draws(which):
                drawn = await self.drawing.newest(lambda: match.want.get(which) if match.draws(which) else None)
                if drawn is None or not match.fits(drawn[0]):
                    return  # Something else is to be done by now.
        except Exception as error:
            log_broken("a picture cannot be drawn", error, match=match_id, surface=which)
            self._paint_no_more(match_id, match, which)
            return
        try:
            await self._show(match_id, match, which, drawn)
        except TelegramError as error:
            if drawn is None or not self._refused(match_id, match, *drawn, error):
                raise

    def _refused(self, match_id: int, match: Showing, want: Wanted, photo: Photo, error: TelegramError) -> bool:
        """Whether it is the picture that Telegram does not want; if so it is done without one, or uploaded anew."""
        if takes_no_photos(error):
            log.info("a chat takes no pictures", chat=want.chat_id)
            self.no_photos.add(want.chat_id)
        elif is_no_photo(error):
            log.error("a picture is refused", chat=want.chat_id, surface=want.which, said=error.message)
            self._paint_no_more(match_id, match, want.which)
        elif is_stale(error) and isinstance(photo.file, str) and self.drawing and want.picture:
            self.drawing.forget(want.picture)
        else:
            return False
        return True

    def _paint_no_more(self, match_id: int, match: Showing, which: str) -> None:
        """The surface is text from now on, as long as this process lives."""
        self.plain[match_id] = match.plain = match.plain | {which}

    async def _show(self, match_id: int, match: Showing, which: str, drawn: tuple[Wanted, Photo] | None) -> None:
        """Makes the call a surface needs, and notes what it shows now. ``drawn``: what is to be shown, with a picture;
        by now something newer may be wanted, which then is shown next.
        """
        rows = match.rows if match.rows is not None else {}
        row, want, step = rows.get(which), match.want.get(which), match.step(which)
        photo = None
        if drawn is not None:
            want, photo = drawn
        if want is not None and step == "send":
            if want.notice:
                sent = await self._remind(match_id, match, row, want, want.notice)
            else:
                # A board of the other kind says nothing new.
                silent = row is not None and (row.epoch, row.chat_id) == (want.epoch, want.chat_id)
                sent = await self._send(match_id, replace(want, silent=want.silent or silent), match.revision, photo)
            if sent is None:
                return
            rows[which] = sent
            if row is not None and sent is not row:
                # A private message whose place is elsewhere now, as when a seat has a new owner, does not stay behind.
                self.retire(row, fleeting=want.fleeting or row.chat_id != want.chat_id, after=want.after)
        elif want is not None and row is not None and step == "edit":
            await self._edit(match, rows, row, want, photo)
        elif row is not None and step in ("pin", "unpin"):
            await self._pin(rows, row, on=step == "pin")
        elif row is not None and step == "end":
            del rows[which]
            await self._part(row)
            await self.store.write(queries.gone, match_id, which, row.message_id)

    async def _part(self, row: SurfaceRow) -> None:
        """A message that is not wanted any more goes, or says that it is over."""
        how = parting(row.which, row.epoch)
        if how == "close":
            language = await self.store.read(people.language, row.chat_id)
            self.outbox.add(row.chat_id, redrawn(self.bot, row.message_id, too_late(words(language or "en"))))
        else:
            self.retire(row, fleeting=how == "delete")

    async def _send(self, match_id: int, want: Wanted, revision: int, photo: Photo | None = None) -> SurfaceRow:
        how: dict[str, Any] = {"thread_id": want.thread_id, "silent": want.silent, "secret": want.secret}
        if photo is None:
            message = await send(self.bot, want.chat_id, want.screen, **how)
        else:
            message = await send_photo(self.bot, want.chat_id, photo, want.screen, **how)
            self._has(want, file_id(message))
        row = SurfaceRow(
            match_id=match_id,
            which=want.which,
            chat_id=want.chat_id,
            message_id=message.message_id,
            epoch=want.epoch,
            digest=want.photo_digest if photo else want.screen.digest,
            revision=revision,
            photo=photo is not None,
        )
        await self.store.write(queries.shown, row)
        return row

    async def _remind(
        self, match_id: int, match: Showing, row: SurfaceRow | None, want: Wanted, notice: tuple[int, int]
    ) -> SurfaceRow | None:
        """Sends a reminder, at most once: where it may have been sent before, the call that stands becomes it. None:
        something else is wanted by now.
        """
        call = row if row is not None and row.chat_id == want.chat_id else None
        step = await self.store.write(timing.notice, match_id, *notice, stands=call is not None)
        if step is None:
            await self.replan(match_id)
            return None
        newest = match.want.get(want.which)
        if newest is None or newest.epoch != want.epoch:
            return None
        if step == "edit" and call is not None:
            call.epoch, call.digest = want.epoch, ""
            await self.store.write(queries.shown, call)
            return call
        try:
            return await self._send(match_id, newest, match.revision)
        except TelegramError as error:
            if not may_mend(error):
                # It was certainly not sent.
                await self.store.write(queries.unnotice, match_id, *notice)
            raise

    async def _edit(
        self, match: Showing, rows: dict[str, SurfaceRow], row: SurfaceRow, want: Wanted, photo: Photo | None
    ) -> None:
        revision = match.revision
        try:
            await self._change(row, want, photo)
        except TelegramError as error:
            if not (is_gone(error) or (want.alone is not None and refuses(error))):
                raise
            await self._gone(rows, row)
            return
        row.digest, row.revision = want.photo_digest if row.photo else want.screen.digest, revision
        match.edited.add(want.which)

    async def _change(self, row: SurfaceRow, want: Wanted, photo: Photo | None) -> None:
        """The cheapest call that brings a message up to date."""
        at = (self.bot, row.chat_id, row.message_id)
        if want.alone is not None:
            await edit_whisper(self.bot, row.chat_id, want.alone, row.message_id, want.screen)
        elif not row.photo:
            await edit(*at, want.screen)
        elif photo is not None:
            self._has(want, await edit_photo(*at, photo, want.screen))
        elif row.digest.split(" ")[1:2] != want.photo_digest.split(" ")[1:2]:
            await edit_caption(*at, want.screen)
        else:
            await edit_buttons(*at, want.screen)

    def _has(self, want: Wanted, file_id: str) -> None:
        """Telegram has the picture now."""
        if self.drawing is not None and want.picture is not None:
            self.drawing.sent(want.picture, file_id)

    async def _gone(self, rows: dict[str, SurfaceRow], row: SurfaceRow) -> None:
        """Somebody deleted it: it is posted again. A whisper has vanished: its owner brings forth another one."""
        if rows.get(row.which) is row:
            del rows[row.which]
        await self.store.write(queries.gone, row.match_id, row.which, row.message_id)

    async def _pin(self, rows: dict[str, SurfaceRow], row: SurfaceRow, *, on: bool) -> None:
        """Pins silently where the bot may; where it may not it does not ask again until the next start."""
        try:
            if on:
                await self.bot.pin_chat_message(row.chat_id, row.message_id, disable_notification=True)
            else:
                await self.bot.unpin_chat_message(row.chat_id, row.message_id)
        except (BadRequest, Forbidden) as error:
            if on and is_gone(error):
                await self._gone(rows, row)
                return
            if on:
                self.no_pins.add(row.chat_id)
                return
        row.pinned = on
        await self.store.write(queries.shown, row)

    def retire(self, row: SurfaceRow, *, fleeting: bool, after: Screen | None = None) -> None:
        """A message that is not the newest any more is deleted or loses its buttons, in its own chat's turn; a picture
        gets the caption ``after``.
        """
        self.outbox.add(row.chat_id, retired(self.bot, row, fleeting=fleeting, after=after))


def log_broken(what: str, error: Exception, **where: object) -> None:
    """Where it failed, not what was said: the text of an exception may quote a secret."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    log.error(what, error=type(error).__name__, frames=frames, **where)
