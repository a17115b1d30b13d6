"""Transactions: who may read and write when, and what an error tells (architecture, the tables; choices, databases)."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import structlog
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError

from tests.shell.setting import ANN, GROUP, NOON, Scene
from tgbot import metrics
from tgbot.refusals import Code, Refused
from tgbot.store import Session, Store, queries
from tgbot.store.address import usable
from tgbot.store.tables import Chat, ChatPerson, Match

FAILED = "bigben_transactions_failed_total"
SECRET = b"correct horse battery staple 32b"


def test_readers_see_the_last_commit_while_somebody_writes(scene: Scene) -> None:
    with scene.store.writing() as session:
        queries.met_chat(session, GROUP, "Friday")
        session.flush()
        with scene.store.reading() as reader:
            assert queries.chat_of(reader, GROUP) is None
    with scene.store.reading() as reader:
        assert queries.chat_of(reader, GROUP) is not None


def test_an_error_names_no_parameter(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    scene.lobby()
    token = scene.row(1).token

    def twice(session: Session) -> None:
        old = session.get_one(Match, 1)
        session.add(Match(**{**old.model_dump(exclude={"id"}), "secret": SECRET}))
        session.flush()

    with caplog.at_level(logging.DEBUG), pytest.raises(IntegrityError) as caught:
        scene.do(twice)
    logging.getLogger("test").error("failed", exc_info=caught.value)
    told = "".join(traceback.format_exception(caught.value)) + str(caught.value) + repr(caught.value) + caplog.text
    assert re.search(r"UNIQUE constraint failed|violates unique constraint", told)
    for hidden in (SECRET.decode(), SECRET.hex(), token, str(ANN), scene.row(1).made_from):
        assert hidden not in told


def test_a_row_that_is_printed_hides_its_secrets(scene: Scene) -> None:
    row = scene.row(scene.running())
    for hidden in (repr(row.secret), row.secret.hex(), str(row.state), "moriarty"):
        assert hidden not in f"{row!r} {row}"


def test_an_exception_rolls_everything_back(scene: Scene) -> None:
    before = scene.dump()

    def half(session: Session) -> None:
        queries.met_chat(session, GROUP, "Friday")
        session.flush()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        scene.do(half)
    assert scene.dump() == before


def test_a_row_that_refers_to_nothing_is_not_taken(scene: Scene) -> None:
    with pytest.raises(IntegrityError):
        scene.do(lambda session: session.add(ChatPerson(chat_id=GROUP, person_id=ANN, seen_at=NOON)))


@pytest.mark.asyncio
async def test_write_and_read_run_on_threads_of_their_own_and_hand_values_and_errors_back(scene: Scene) -> None:
    def where(session: Session, number: int, *, more: int) -> tuple[str, int]:
        return threading.current_thread().name, number + more

    def refuse(session: Session) -> None:
        queries.met_chat(session, GROUP, "Friday")
        raise Refused(Code.FULL, n=8)

    (writer, three), (reader, seven) = await asyncio.gather(
        scene.store.write(where, 1, more=2), scene.store.read(where, 3, more=4)
    )
    assert (three, seven) == (3, 7)
    assert writer.startswith("store-write")
    assert reader.startswith("store-read")
    with pytest.raises(Refused) as refused:
        await scene.store.write(refuse)
    assert refused.value.fields == {"n": 8}
    assert await scene.store.read(queries.chat_of, GROUP) is None


@pytest.mark.asyncio
async def test_what_was_answered_is_seen_by_the_very_next_query_c13(scene: Scene) -> None:
    for number in range(50):
        await scene.store.write(queries.met_chat, -number, str(number))
        chat = await scene.store.read(queries.chat_of, -number)
        assert chat is not None
        assert chat.title == str(number)


@pytest.mark.asyncio
async def test_a_transaction_ends_even_when_nobody_waits_for_it_any_more(scene: Scene) -> None:
    begun, go = threading.Event(), threading.Event()

    def slow(session: Session) -> None:
        begun.set()
        go.wait(10)
        queries.met_chat(session, GROUP, "Friday")

    waiting = asyncio.create_task(scene.store.write(slow))
    await asyncio.to_thread(begun.wait, 10)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    go.set()
    late = asyncio.get_running_loop().time() + 10
    while await scene.store.read(queries.chat_of, GROUP) is None:
        assert asyncio.get_running_loop().time() < late


@pytest.mark.asyncio
async def test_a_failure_that_nobody_waits_for_any_more_is_one_line_in_the_log_and_no_error(scene: Scene) -> None:
    begun, go = threading.Event(), threading.Event()

    def slow(session: Session) -> None:
        del session
        begun.set()
        go.wait(10)
        raise ZeroDivisionError(SECRET)

    complaints: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))

    def failed() -> float:
        kinds = ("read", "write")
        return sum(metrics.REGISTRY.get_sample_value(FAILED, {"kind": kind}) or 0 for kind in kinds)

    for ask in (scene.store.write, scene.store.read):
        before = failed()
        begun.clear()
        go.clear()
        waiting = asyncio.create_task(ask(slow))
        await asyncio.to_thread(begun.wait, 10)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        with structlog.testing.capture_logs() as lines:
            go.set()
            late = asyncio.get_running_loop().time() + 10
            while not lines:
                assert asyncio.get_running_loop().time() < late
                await asyncio.sleep(0.01)
        gc.collect()
        assert [(line["log_level"], line["error"]) for line in lines] == [("warning", "ZeroDivisionError")]
        assert failed() == before + 1
        assert SECRET.decode() not in str(lines)
    assert complaints == []


def add_one(session: Session) -> None:
    """Reads, then writes: where a deferred BEGIN would fail."""
    chat = session.get(Chat, GROUP)
    assert chat is not None
    chat.title = str(int(chat.title) + 1)


def test_many_writers_at_once_neither_fail_nor_lose_anything(scene: Scene) -> None:
    scene.do(queries.met_chat, GROUP, "0")
    stores = [Store(scene.store.url) for _ in range(4)]

    def work(store: Store) -> None:
        for _ in range(25):
            store.transact(add_one)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, stores))
    for store in stores:
        store.close()
    chat = scene.do(queries.chat_of, GROUP)
    assert chat is not None
    assert chat.title == "100"


@pytest.mark.asyncio
async def test_more_readers_than_connections_wait_for_one_another(scene: Scene) -> None:
    scene.do(queries.met_chat, GROUP, "Friday")
    chats = await asyncio.gather(*(scene.store.read(queries.chat_of, GROUP) for _ in range(40)))
    assert all(chat is not None and chat.title == "Friday" for chat in chats)


def test_closing_waits_for_what_is_under_way(tmp_path: Path) -> None:
    scene = Scene(tmp_path)

    async def begin() -> None:
        begun = threading.Event()

        def slow(session: Session) -> None:
            begun.set()
            threading.Event().wait(0.05)
            queries.met_chat(session, GROUP, "Friday")

        task = asyncio.create_task(scene.store.write(slow))
        await asyncio.to_thread(begun.wait, 10)
        await asyncio.to_thread(scene.store.close)
        await task

    asyncio.run(begin())
    again = Store(scene.store.url)
    with again.reading() as session:
        assert queries.chat_of(session, GROUP) is not None
    again.close()


@pytest.mark.parametrize(
    "url",
    ["sqlite:///bigben.db", "sqlite:////var/lib/big ben.db", "sqlite+pysqlite:///b.db", "sqlite:///b.db?timeout=3"],
)
def test_the_address_of_a_file_is_usable_as_it_is(url: str) -> None:
    assert usable(url) == url


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
@pytest.mark.parametrize(
    "rest",
    ["ann:h%40nter2@db/bigben", "ann@db:5433/bigben?sslmode=verify-full&sslrootcert=/ca.pem", "/bigben?host=/run/pg"],
)
def test_an_address_of_postgresql_is_usable_and_names_our_driver(scheme: str, rest: str) -> None:
    used = usable(f"{scheme}://{rest}")
    assert make_url(used) == make_url(f"postgresql+psycopg://{rest}")
    assert usable(used) == used


@pytest.mark.parametrize(
    "url",
    [
        "",
        "bigben.db",
        "sqlite:bigben.db",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///file::memory:?uri=true",
        "sqlite:///file:x?mode=memory&cache=shared&uri=true",
        "sqlite+aiosqlite:///bigben.db",
        "postgresql://ann:hunter2@db:hunter2/bigben",
        "postgresql://ann:hunter2@db",
        "postgresql://ann:hunter2@db/",
        "postgresql://ann:hunter2@db/bigben?sslmodus=require",
        "postgresql+asyncpg://ann:hunter2@db/bigben",
        "mysql://ann:hunter2@db/bigben",
        "nonsense://ann:hunter2@db/bigben",
    ],
)
def test_an_address_that_is_none_is_refused_in_words_that_tell_no_password(url: str) -> None:
    with pytest.raises(ValueError, match=r"^(is|must|has) ") as caught:
        usable(url)
    assert "hunter2" not in "".join(traceback.format_exception(caught.value))
