"""How properties are searched: the same examples every time; with ``--hypothesis-profile=search`` new ones and more."""

from __future__ import annotations

from hypothesis import settings

# A slow machine is no reason to fail: no deadlines.
settings.register_profile("same", derandomize=True, deadline=None, max_examples=40)
settings.register_profile("search", deadline=None, max_examples=400, print_blob=True)
settings.load_profile("same")
