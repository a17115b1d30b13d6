"""The languages. English stands in the code as the key; ``vi.po``, ``fr.po`` and ``ru.po`` translate it.

``say = words("vi")`` makes a speaker. ``say("…{name}…", name=untrusted)`` gives HTML: what is filled in is escaped,
what the translator wrote is not. ``say.plain`` gives the same for buttons and alerts, where nothing is markup.
``say.many`` chooses the plural. ``filled`` gives HTML that needs no translation. The PO files are read when a language
is first spoken; there is no compiled copy that could be stale.
"""

from __future__ import annotations

import gettext
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from markupsafe import Markup, escape

from tgbot.languages import LANGUAGES

_SAFE = (Markup, int)
"""Types of fields in which there is nothing to escape."""


def spoken(text: str) -> str:
    """Marks a text that is kept in a table and spoken later, so that it is found among the texts to translate."""
    return text


class Words:
    """One language, ready to speak."""

    def __init__(self, language: str, translations: gettext.NullTranslations) -> None:
        self.language = language
        self._translations = translations

    def __call__(self, text: str, **fields: Any) -> Markup:
        """The message as HTML, its fields escaped."""
        return filled(self._translations.gettext(text), **fields)

    def plain(self, text: str, **fields: Any) -> str:
        """The message as plain text."""
        return self._translations.gettext(text).format(**fields)

    def many(self, one: str, more: str, n: int, **fields: Any) -> Markup:
        """The message for a number ``n`` of things, as HTML; ``{n}`` may stand in it."""
        return filled(self._translations.ngettext(one, more, n), n=n, **fields)

    def plain_many(self, one: str, more: str, n: int, **fields: Any) -> str:
        """The message for a number ``n`` of things, as plain text."""
        return self._translations.ngettext(one, more, n).format(n=n, **fields)


def filled(text: str, /, **fields: Any) -> Markup:
    """HTML of our own with its fields escaped. A field has a name and no format."""
    # Escaped first and filled in by str: Markup.format, which goes through Python's own Formatter, takes twice as long.
    safe = {name: value if type(value) in _SAFE else escape(value) for name, value in fields.items()}
    # The texts come from our own code and PO files, whose tags are tested.
    return Markup(text.format(**safe))  # noqa: S704


@cache
def words(language: str) -> Words:
    """A speaker of the language, of English when it is none of ours."""
    if language not in LANGUAGES or language == "en":
        return Words("en", gettext.NullTranslations())
    with (files(__package__) / f"{language}.po").open("rb") as source:
        catalog = read_po(source, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return Words(language, gettext.GNUTranslations(compiled))
