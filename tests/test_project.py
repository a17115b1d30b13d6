"""The project around the code: what is pinned, what is shipped, what the commands do, and who may import what."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = ("requirements.txt", "requirements-dev.txt")

Pin = tuple[Requirement, frozenset[str]]


def pins(lock: str) -> list[Pin]:
    """Every requirement of a lock file with its hashes; refuses any other line."""
    text = re.sub(r"^ *#.*$", "", (ROOT / lock).read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        requirement, *options = re.split(r"\s+(?=--)", line)
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", option) for option in options), line
        found.append((Requirement(requirement), frozenset(options)))
    return found


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_pinned_to_one_version_and_hashed(lock: str) -> None:
    assert len(pins(lock)) > 10
    for requirement, hashes in pins(lock):
        assert [specifier.operator for specifier in requirement.specifier] == ["=="], requirement
        assert hashes, requirement


@pytest.mark.parametrize("lock", LOCKS)
def test_the_locks_name_no_place_to_download_from(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert " @ " not in text
    assert set(re.findall(r"(?<!\S)--?[a-z][\w-]*", re.sub(r"#.*", "", text))) == {"--hash"}


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("requirements.txt", PROJECT["project"]["dependencies"]),
        ("requirements-dev.txt", PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"]),
    ],
)
def test_the_locks_satisfy_what_the_project_asks_for(lock: str, wanted: list[str]) -> None:
    versions = {canonicalize_name(pin.name): next(iter(pin.specifier)).version for pin, _ in pins(lock)}
    for requirement in map(Requirement, wanted):
        assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)], prereleases=True), lock


def test_developers_run_exactly_what_operators_run() -> None:
    def comparable(lock: str) -> set[tuple[str, frozenset[str]]]:
        return {(str(pin), hashes) for pin, hashes in pins(lock)}

    missing = comparable("requirements.txt") - comparable("requirements-dev.txt")
    assert not missing


# What is shipped


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(folder)
    return folder


def files(folder: Path) -> set[str]:
    paths = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix() for path in paths if path.suffix != ".mo"}


def test_the_wheel_holds_the_packages_their_data_the_migrations_and_nothing_else(installed: Path) -> None:
    assert {path.name for path in installed.iterdir()} == {"core", "tgbot", "playground", "bigben-0.1.0.dist-info"}
    assert files(installed / "core") == files(ROOT / "core")
    assert files(installed / "playground") == files(ROOT / "playground")
    migrations = {f"migrations/{name}" for name in files(ROOT / "migrations")}
    assert files(installed / "tgbot") == files(ROOT / "tgbot") | migrations
    assert {"migrations/env.py", "migrations/script.py.mako"} <= migrations
    assert any(name.startswith("migrations/versions/") for name in migrations)
    assert {"words/fr.po", "words/ru.po", "words/vi.po"} <= files(installed / "tgbot")


def test_the_installed_command_runs_away_from_the_checkout(installed: Path, tmp_path: Path) -> None:
    entry_points = (installed / "bigben-0.1.0.dist-info" / "entry_points.txt").read_text()
    assert "bigben = tgbot.__main__:main" in entry_points
    script = (
        "import sys, tgbot.__main__ as it; print(it.__file__, flush=True); sys.argv = ['bigben', '--help']; it.main()"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    where, _, help_text = run.stdout.partition("\n")
    assert Path(where).is_relative_to(installed)
    assert "playground" in help_text


def docker() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, each with the rest of its (joined) line."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    pairs = (line.split(maxsplit=1) for line in text.splitlines() if line.strip())
    return [(instruction, rest) for instruction, rest in pairs]


def copied() -> Iterator[str]:
    for instruction, rest in docker():
        if instruction == "COPY" and not rest.startswith("--from"):
            yield from rest.split()[:-1]


def test_the_image_is_built_from_files_that_exist_and_reach_the_builder() -> None:
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert (ROOT / ".dockerignore").read_text().startswith("*\n")
    assert set(copied()) == allowed
    assert [name for name in allowed if not (ROOT / name).exists()] == []


def test_the_image_holds_everything_the_wheel_is_built_from() -> None:
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    metadata = {PROJECT["project"]["readme"], *PROJECT["project"]["license-files"], "pyproject.toml", *LOCKS}
    assert set(copied()) == metadata | set(wheel["only-include"])


def test_the_container_runs_without_root_and_keeps_its_data_in_a_volume() -> None:
    last_stage = docker()[max(i for i, (instruction, _) in enumerate(docker()) if instruction == "FROM") :]
    said = dict(last_stage)
    assert said["USER"] not in {"root", "0"}
    assert said["VOLUME"] == "/data"
    assert said["ENTRYPOINT"] == '["bigben"]'
    assert 'DATABASE_URL="sqlite:////data/' in said["ENV"]
    assert [instruction for instruction, _ in last_stage].index("USER") > last_stage.index(("VOLUME", "/data"))


def test_the_image_installs_from_the_network_only_what_is_hashed() -> None:
    installs = re.findall(
        r"pip install [^&]*", " ".join(rest for instruction, rest in docker() if instruction == "RUN")
    )
    assert len(installs) == 3
    assert all("--require-hashes" in install or "--no-deps /dist/" in install for install in installs)


@pytest.mark.parametrize(
    "unwanted",
    [
        pytest.param(r"(?<![\w.])/(?:work|root|Users)/", id="path of one machine"),
        pytest.param(r"(?<![\w.])/home/\w", id="home of one person"),
        pytest.param(r"index[-_]url|find[-_]links", id="place of packages"),
        pytest.param(r"pythonhosted\.org|pypi\.org|npmjs\.|(?:deb|security)\.debian\.org", id="host of a registry"),
        pytest.param(r"\b\d{8,10}:[\w-]{35}\b", id="token"),
        pytest.param(r"^(?:<{7}|={7}|>{7})(?: |$)", id="merge left half done"),
    ],
)
def test_nothing_is_published_that_belongs_to_one_machine(built: Path, unwanted: str) -> None:
    found = []
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {member.name.split("/", 1)[1] for member in archive.getmembers()}
        assert {".ci/run", ".env.example", "Makefile", "tests/test_project.py"} <= names
        for member in filter(tarfile.TarInfo.isfile, archive.getmembers()):
            file = archive.extractfile(member)
            assert file is not None
            text = file.read().decode(errors="replace")
            found += [f"{member.name}: {hit.group()}" for hit in re.finditer(unwanted, text, re.MULTILINE)]
    assert found == []


# The commands


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):(?!=)", (ROOT / "Makefile").read_text(), re.MULTILINE))


def test_every_make_command_that_is_written_down_exists() -> None:
    assert {"run", "test", "check", "bench", "lock", "clean"} <= targets()
    for page in (*ROOT.glob("*.md"), ROOT / ".ci" / "run", ROOT / ".env.example", ROOT / ".pre-commit-config.yaml"):
        written = set(re.findall(r"(?:^[ $]*|`|^step )make ([a-z]+)", page.read_text(), re.MULTILINE))
        assert written <= targets(), page


def test_the_readme_tells_how_to_run_and_to_test() -> None:
    readme = (ROOT / "README.md").read_text()
    assert re.search(r"^[ $]*make run$", readme, re.MULTILINE)
    assert re.search(r"^[ $]*make test$", readme, re.MULTILINE)


def test_the_ci_runs_the_checks_and_the_tests_of_the_readme() -> None:
    run = ROOT / ".ci" / "run"
    assert os.access(run, os.X_OK)
    assert re.findall(r"^step (.*)$", run.read_text(), re.MULTILINE) == ["make check", "make test"]
    assert "set -euo pipefail" in run.read_text()


OLD = '#!/bin/sh\ncase "$*" in *version_info*) exit 1;; --version) echo Python 3.9.2;; esac\n'
BARE = '#!/bin/sh\ncase "$*" in *ensurepip*) exit 1;; *print*) echo python3.12-venv;; esac\n'


@pytest.mark.parametrize(
    ("pythons", "sentence"),
    [
        ({}, "Big Ben needs Python 3.11 or newer, and no Python was found here."),
        ({"python3": OLD}, "Big Ben needs Python 3.11 or newer; the newest found here is Python 3.9.2."),
        (
            {"python3.12": BARE, "python3": OLD},
            "python3.12 cannot make virtual environments; on Debian and Ubuntu: apt install python3.12-venv",
        ),
    ],
)
def test_without_a_fitting_python_make_says_what_is_missing(
    tmp_path: Path, pythons: dict[str, str], sentence: str
) -> None:
    for name, script in pythons.items():
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o755)
    make = shutil.which("make")
    assert make is not None
    goal = [f"VENV={tmp_path}/venv", f"{tmp_path}/venv/bin/python"]
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    run = subprocess.run(
        [make, *goal], cwd=ROOT, env={**clean, "PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    said = [line for line in run.stderr.splitlines() if not line.startswith("make")]
    assert said == [sentence]
    assert run.returncode == 2
    assert not (tmp_path / "venv").exists()


def test_every_variable_of_the_example_is_explained() -> None:
    blocks = [block.splitlines() for block in (ROOT / ".env.example").read_text().strip().split("\n\n")[1:]]
    assert [block[-1].partition("=")[0] for block in blocks] == [
        "BOT_TOKEN",
        "DATABASE_URL",
        "DATABASE_DIRECT_URL",
        "BOT_API_URL",
        "WEBHOOK_URL",
        "WEBHOOK_SECRET",
        "HTTP_HOST",
        "HTTP_PORT",
        "BLOCKED",
        "COMMANDS_PER_MINUTE",
        "LOBBIES_PER_HOUR",
        "PICTURES",
        "RETENTION_DAYS",
        "LOG_LEVEL",
        "LOG_FORMAT",
        "SENTRY_DSN",
    ]
    assert all(block[0].startswith("# ") for block in blocks)
    assert blocks[0][-1] == "BOT_TOKEN="


# Who may import what

OURS = {"core", "tgbot", "playground", "migrations", "tests", "bench"}
SQL = ["sqlmodel", "sqlalchemy", "alembic", "psycopg"]
GUARDED = {*SQL, "telegram", "apscheduler", "httpx"}
ANY = "*"
TOP = ["tgbot.__main__", "tgbot.demo"]
SHELL = [
    *["tgbot.handlers", "tgbot.deliver", "tgbot.closures", "tgbot.posting", "tgbot.errands", "tgbot.drawing"],
    *["tgbot.outbox", "tgbot.deadlines", "tgbot.heartbeat"],
    *["tgbot.chores", "tgbot.leading", "tgbot.health", "tgbot.wire", "tgbot.app", "tgbot.process"],
]
USE_CASES = [
    *["tgbot.table", "tgbot.lobby", "tgbot.running", "tgbot.timing", "tgbot.claims", "tgbot.absence", "tgbot.ballots"],
    *["tgbot.people", "tgbot.preferences", "tgbot.groups", "tgbot.exporting", "tgbot.gathering", "tgbot.choosing"],
    *["tgbot.joining", "tgbot.members", "tgbot.holding", "tgbot.upkeep", "tgbot.forgetting"],
]
FACE = ["tgbot.screens", "tgbot.pictures", "tgbot.words"]

# place: (what it may import, and what of that it may not). The row with the longest name decides, and within a row the
# longest entry. The standard library is open to everybody; ANY is every other library that is not guarded.
ARROWS: dict[str, tuple[list[str], list[str]]] = {
    "core": (["core"], []),
    "playground": (["playground", ANY], []),
    "migrations": (["tgbot.store", *SQL], []),
    "tgbot": (["core", "tgbot", ANY], [*SHELL, *TOP]),
    "tgbot.verifying": (["core", "tgbot.store.snapshot", ANY], []),
    **dict.fromkeys(FACE, (["core", "tgbot", ANY], ["tgbot.store", *USE_CASES, *SHELL, *TOP])),
    "tgbot.store": (["core", "tgbot", ANY, *SQL], [*USE_CASES, *FACE, *SHELL, *TOP]),
    **dict.fromkeys(USE_CASES, (["core", "tgbot", ANY], [*FACE, *SHELL, *TOP])),
    **dict.fromkeys(SHELL, (["core", "tgbot", ANY, "telegram", "apscheduler"], TOP)),
    **dict.fromkeys(TOP, (["core", "tgbot", ANY, "telegram", "apscheduler", "playground"], [])),
}


def longest(name: str, entries: list[str]) -> str | None:
    matching = [entry for entry in entries if name == entry or name.startswith(f"{entry}.")]
    return max(matching, key=len, default=None)


def allowed(place: str, target: str) -> bool:
    row = longest(place, list(ARROWS))
    assert row is not None, f"{place} has no row among the arrows"
    may, but_not = ARROWS[row]
    top = target.partition(".")[0]
    if top in OURS | GUARDED:
        return longest(target, [*may, *but_not]) in may
    return top in sys.stdlib_module_names or ANY in may


def imports(tree: ast.Module, place: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{place} imports by a relative name"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts).removesuffix(".__init__"), ast.parse(path.read_text(), path)


def test_every_import_follows_the_arrows() -> None:
    seen = {place: list(imports(tree, place)) for place, tree in modules("core", "tgbot", "playground", "migrations")}
    assert {"core.game", "tgbot.table", "tgbot.__main__"} <= seen.keys()
    against = [f"{place} imports {name}" for place, names in seen.items() for name in names if not allowed(place, name)]
    assert against == []


@pytest.mark.parametrize("place", sorted(ARROWS))
def test_every_place_among_the_arrows_exists(place: str) -> None:
    path = ROOT.joinpath(*place.split("."))
    assert path.is_dir() or path.with_suffix(".py").is_file()


@pytest.mark.parametrize(
    ("place", "source", "verdict"),
    [
        ("core.game", "import dataclasses", True),
        ("core.game", "from core.fair import Fair", True),
        ("core.game", "import pydantic", False),
        ("core.brains.timebomb", "from tgbot import words", False),
        ("tgbot.table", "from tgbot.store import Session", True),
        ("tgbot.table", "from sqlmodel import Session", False),
        ("tgbot.table", "from tgbot import handlers", False),
        ("tgbot.lobby", "from tgbot.words import say", False),
        ("tgbot.store.tables", "import sqlalchemy.orm", True),
        ("tgbot.store.tables", "from tgbot.table import press", False),
        ("tgbot.screens.timebomb", "from tgbot.button import encode", True),
        ("tgbot.screens.timebomb", "import tgbot.store.tables", False),
        ("tgbot.screens.timebomb", "import telegram", False),
        ("tgbot.pictures.canvas", "from PIL import Image", True),
        ("tgbot.pictures.canvas", "from tgbot.store import Session", False),
        ("tgbot.button", "from tgbot.app import build", False),
        ("tgbot.handlers.play", "from telegram.ext import CallbackContext", True),
        ("tgbot.handlers.play", "from playground import server", False),
        ("tgbot.handlers.play", "import sqlmodel", False),
        ("tgbot.wire.transport", "import aiohttp", True),
        ("tgbot.wire.transport", "import httpx", False),
        ("tgbot.config", "import tests.fakes", False),
        ("tgbot.__main__", "from playground.server import serve", True),
        ("playground.server", "from core.game import Game", False),
        ("playground.server", "import telegram", False),
        ("migrations.versions.first", "import sqlmodel", True),
        ("migrations.env", "from tgbot.app import build", False),
    ],
)
def test_the_arrows_tell_right_from_wrong(place: str, source: str, verdict: bool) -> None:
    assert all(allowed(place, name) for name in imports(ast.parse(source), place)) is verdict


HOUSE = re.search(r"## The house\n\n```\n(.*?)```", (ROOT / "ARCHITECTURE.md").read_text(), re.DOTALL)
ROOMS = ("tgbot", "tgbot/store", "tgbot/handlers", "tgbot/wire", "tgbot/demo")
"""Those whose modules have names of their own; what is in the others is alike."""


def test_the_house_shows_every_module() -> None:
    assert HOUSE is not None
    shown = set(re.findall(r"\b\w+\.py\b", HOUSE[1]))
    there = {path.name for room in ROOMS for path in (ROOT / room).glob("*.py")} - {"__init__.py"}
    assert there - shown == set()
    everywhere = {path.name for top in ("core", "tgbot") for path in (ROOT / top).rglob("*.py")}
    assert shown - everywhere == set(), "it shows what is not there"


# What of the standard library reaches the clock, files, the network, the operating system, threads or chance.
IMPURE = [
    *["asyncio", "concurrent", "multiprocessing", "signal", "subprocess", "threading", "time"],
    *["io", "logging", "os", "pathlib", "shutil", "sqlite3", "tempfile"],
    *["http", "socket", "ssl", "urllib"],
    *["random", "secrets", "uuid"],
]


def impurities(tree: ast.Module) -> Iterator[str]:
    yield from (name for name in imports(tree, "core") if longest(name, IMPURE))
    for node in ast.walk(tree):
        match node:
            case ast.AsyncFunctionDef(name=name):
                yield f"async def {name}"
            case ast.Call(func=ast.Name(id="open" | "print" | "input" as name)):
                yield f"{name}()"
            case ast.Call(func=ast.Attribute(attr="now" | "utcnow" | "today" as name)):
                yield f".{name}()"


def test_the_rules_reach_no_clock_file_network_thread_or_chance_of_their_own() -> None:
    assert {place: found for place, tree in modules("core") if (found := list(impurities(tree)))} == {}


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "from os import path",
        "open('x')",
        "datetime.now(UTC)",
        "async def f(): ...",
        "import urllib.request",
    ],
)
def test_an_impure_line_is_found(source: str) -> None:
    assert list(impurities(ast.parse(source)))
