"""The files with which operators run the bot hold together: the image, the composition, the proxy, the unit."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import SecretStr

from tests.test_project import docker
from tgbot.__main__ import cli
from tgbot.config import Settings

ROOT = Path(__file__).parent.parent
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
CADDY = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
EXAMPLE = (ROOT / "deploy" / "compose.env.example").read_text(encoding="utf-8")
UNIT = ROOT / "deploy" / "bigben.service"
HANDBOOK = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
DECIDED = frozenset({"DATABASE_DIRECT_URL", "BOT_API_URL", "HTTP_HOST", "HTTP_PORT", "CLOCK_URL"})
"""Settings that the composition leaves as they are."""
STOP = 10
"""Seconds a stop takes at the most (product, Operators)."""


class Unique(yaml.SafeLoader):
    """Refuses a key that stands twice in one mapping, of which YAML would silently keep the last one."""


def _mapping(loader: Unique, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
    keys = [loader.construct_object(key, deep=True) for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge"]
    assert len(keys) == len(set(keys)), f"{keys} at line {node.start_mark.line + 1}"
    loader.flatten_mapping(node)
    return yaml.SafeLoader.construct_mapping(loader, node, deep=True)


Unique.add_constructor("tag:yaml.org,2002:map", _mapping)


@pytest.fixture(scope="module")
def composed() -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(COMPOSE, Unique)
    return found


@pytest.fixture(scope="module")
def bots(composed: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {name: one for name, one in composed["services"].items() if "build" in one}


def commands() -> set[str]:
    return {str(command.name or getattr(command.callback, "__name__", "")) for command in cli.registered_commands}


def seconds(text: str) -> int:
    found = re.fullmatch(r"(\d+)(s|m)", text)
    assert found, text
    return int(found[1]) * {"s": 1, "m": 60}[found[2]]


class TestImage:
    def test_every_instruction_is_one_that_docker_knows(self) -> None:
        known = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "VOLUME", "USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK"}
        assert {instruction for instruction, _ in docker()} <= known | {"ENTRYPOINT", "CMD"}

    def test_every_stage_is_from_the_same_image_whose_version_is_named(self) -> None:
        bases = {rest.split()[0] for instruction, rest in docker() if instruction == "FROM"}
        assert len(bases) == 1
        assert re.fullmatch(r"python:3\.\d+-slim-[a-z]+", bases.pop())

    def test_what_is_copied_exists_and_lands_where_it_is_used(self) -> None:
        stages = [rest.split(" AS ")[-1] for instruction, rest in docker() if instruction == "FROM"]
        for instruction, rest in docker():
            if instruction == "COPY" and rest.startswith("--from="):
                assert rest.split()[0].removeprefix("--from=") in stages
            elif instruction == "COPY":
                assert all((ROOT / name).exists() for name in rest.split()[:-1]), rest

    def test_it_runs_as_nobody_with_a_number_that_also_kubernetes_can_check(self) -> None:
        users = [rest for instruction, rest in docker() if instruction == "USER"]
        assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", users[-1])
        assert any(f"--uid {users[-1].partition(':')[0]}" in rest for _, rest in docker())

    def test_nothing_of_the_packages_lists_and_no_installer_stays_in_it(self) -> None:
        runs = [rest for instruction, rest in docker() if instruction == "RUN"]
        assert all("rm -rf /var/lib/apt/lists/*" in run for run in runs if "apt-get" in run)
        assert any("rm -rf" in run and "site-packages/pip" in run for run in runs)

    def test_its_health_is_asked_by_a_command_that_exists_at_the_port_it_exposes(self) -> None:
        said = dict(docker())
        assert said["HEALTHCHECK"].endswith('CMD ["bigben", "health"]')
        assert "health" in commands()
        assert "run" in commands()
        assert said["CMD"] == '["run"]'
        env = dict(re.findall(r'(\w+)="([^"]*)"', " ".join(rest for one, rest in docker() if one == "ENV")))
        assert env["HTTP_PORT"] == said["EXPOSE"]
        assert {name.lower() for name in env if not name.startswith(("PATH", "PYTHON"))} <= set(Settings.model_fields)
        assert not [name for name in env if re.search("TOKEN|SECRET|DSN|PASSWORD", name)]

    def test_a_container_by_itself_has_time_to_stop(self) -> None:
        [run] = re.findall(r"^docker run .*", HANDBOOK, re.MULTILINE)
        told = re.search(r"--stop-timeout (\d+)", run)
        assert told, "after ten seconds Docker kills it"
        assert int(told[1]) > STOP


class TestComposition:
    TOP = frozenset({"name", "services", "networks", "volumes", "x-bot"})
    SERVICE = frozenset(
        {
            *(
                "build",
                "image",
                "restart",
                "init",
                "environment",
                "depends_on",
                "networks",
                "stop_grace_period",
                "tmpfs",
            ),
            *("read_only", "cap_drop", "cap_add", "security_opt", "mem_limit", "logging", "volumes", "healthcheck"),
            *("ports", "shm_size"),
        }
    )

    def test_every_key_is_one_of_the_compose_specification(self, composed: dict[str, Any]) -> None:
        assert set(composed) == self.TOP
        for service in composed["services"].values():
            assert set(service) <= self.SERVICE
            assert service["restart"] == "unless-stopped"
            assert service["logging"]["options"].keys() == {"max-size", "max-file"}, "logs do not fill the disk"

    def test_there_are_two_processes_of_the_bot_a_database_and_a_proxy(
        self, composed: dict[str, Any], bots: dict[str, Any]
    ) -> None:
        assert set(composed["services"]) == {*bots, "postgres", "proxy"}
        assert len(bots) == 2
        first, second = bots.values()
        assert first == second
        assert (ROOT / first["build"] / "Dockerfile").is_file()

    def test_images_have_a_version(self, composed: dict[str, Any], bots: dict[str, Any]) -> None:
        for name, service in composed["services"].items():
            if name not in bots:
                assert re.fullmatch(r"[a-z]+:\d+(\.\d+)*(-[a-z]+)?", service["image"])

    def test_what_a_service_waits_for_exists_and_can_tell_its_health(self, composed: dict[str, Any]) -> None:
        services = composed["services"]
        checked = {name for name, one in services.items() if "healthcheck" in one or "build" in one}
        assert "HEALTHCHECK" in dict(docker())
        for service in services.values():
            for name, how in service.get("depends_on", {}).items():
                assert how == {"condition": "service_healthy"}
                assert name in checked

    def test_networks_and_volumes_are_declared_and_paths_exist(self, composed: dict[str, Any]) -> None:
        used: set[str] = set()
        for service in composed["services"].values():
            assert set(service["networks"]) <= set(composed["networks"])
            for volume in service.get("volumes", ()):
                source, target, *mode = volume.split(":")
                assert target.startswith("/")
                if source.startswith("."):
                    assert (ROOT / source).is_file()
                    assert mode == ["ro"]
                else:
                    used.add(source)
        assert used == set(composed["volumes"])

    def test_only_the_proxy_is_seen_from_outside_and_only_the_bots_reach_the_database(
        self, composed: dict[str, Any], bots: dict[str, Any]
    ) -> None:
        services = composed["services"]
        assert {name for name, one in services.items() if "ports" in one} == {"proxy"}
        assert services["proxy"]["ports"] == ["80:80", "443:443"]
        assert composed["networks"]["inside"] == {"internal": True}
        assert {name for name, one in services.items() if "inside" in one["networks"]} == {"postgres", *bots}
        # What is only inside cannot call Telegram.
        assert all("outside" in one["networks"] for one in bots.values())

    def test_nobody_has_more_rights_than_he_needs(self, composed: dict[str, Any], bots: dict[str, Any]) -> None:
        for name in (*bots, "proxy"):
            service = composed["services"][name]
            assert service["cap_drop"] == ["ALL"]
            assert service["security_opt"] == ["no-new-privileges:true"]
        assert all(one["read_only"] is True for one in bots.values())

    def test_a_stop_is_waited_for(self, bots: dict[str, Any]) -> None:
        assert all(seconds(one["stop_grace_period"]) > STOP for one in bots.values())

    def test_secrets_come_from_the_file_that_is_explained_and_from_nowhere_else(self) -> None:
        used = set(re.findall(r"\$\{([A-Z_]+)", COMPOSE))
        explained = set(re.findall(r"^#[^\n]+\n([A-Z_]+)=", EXAMPLE, re.MULTILINE))
        assert set(re.findall(r"^([A-Z_]+)=", EXAMPLE, re.MULTILINE)) == explained
        assert explained == used
        needed = set(re.findall(r"\$\{([A-Z_]+):\?", COMPOSE))
        assert needed == {"BOT_TOKEN", "BOT_DOMAIN", "POSTGRES_PASSWORD"}

    def test_whatever_an_operator_may_set_reaches_the_bots_with_the_same_default(self, bots: dict[str, Any]) -> None:
        given = next(iter(bots.values()))["environment"]
        fields = {name.upper(): field.default for name, field in Settings.model_fields.items()}
        assert set(fields) - set(given) == DECIDED
        defaults = {name: re.fullmatch(r"\$\{(\w+):-(.*)\}", str(value)) for name, value in given.items()}
        for name, found in defaults.items():
            if found:
                default = fields[name]
                plain = default.get_secret_value() if isinstance(default, SecretStr) else str(default)
                assert (found[1], found[2]) == (name, plain)

    def test_the_bot_accepts_the_settings_it_is_given(
        self, bots: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.chdir(tmp_path)
        for name in Settings.model_fields:
            monkeypatch.delenv(name.upper(), raising=False)
        values = {"BOT_TOKEN": "123456:ABC-DEF", "BOT_DOMAIN": "bot.example.org", "POSTGRES_PASSWORD": "a1b2c3"}

        def filled(found: re.Match[str]) -> str:
            return values.get(found[1], (found[2] or "").removeprefix(":-") if (found[2] or "")[:2] == ":-" else "")

        given = next(iter(bots.values()))["environment"]
        assert {name.lower() for name in given} <= set(Settings.model_fields)
        for name, value in given.items():
            monkeypatch.setenv(name, re.sub(r"\$\{([A-Z_]+)(:[-?][^}]*)?\}", filled, str(value)))
        settings = Settings()
        assert settings.webhook_url == "https://bot.example.org/telegram"
        assert settings.database_url == "postgresql+psycopg://bigben:a1b2c3@postgres/bigben"
        assert settings.port == 8080


class TestProxy:
    def test_braces_are_closed(self) -> None:
        depth = 0
        for line in CADDY.splitlines():
            bare = re.sub(r"\{\$[A-Z_]+\}", "", line.partition("#")[0])
            depth += bare.count("{") - bare.count("}")
            assert depth >= 0
        assert depth == 0

    def test_telegrams_calls_go_to_whichever_bot_is_ready_and_nothing_else_goes_anywhere(
        self, composed: dict[str, Any], bots: dict[str, Any]
    ) -> None:
        environment = next(iter(bots.values()))["environment"]
        path = "/" + environment["WEBHOOK_URL"].rpartition("/")[2]
        assert re.search(rf"@telegram \{{\s+method POST\s+path {path}\s+\}}", CADDY)
        port = dict(docker())["EXPOSE"]
        assert re.findall(r"reverse_proxy (.*) \{", CADDY) == [" ".join(f"{name}:{port}" for name in sorted(bots))]
        assert "health_uri /readyz" in CADDY
        assert re.search(r"handle \{\s+respond 404\s+\}", CADDY)
        assert "{$BOT_DOMAIN} {" in CADDY
        assert "BOT_DOMAIN" in composed["services"]["proxy"]["environment"]


class TestUnit:
    def lines(self) -> list[tuple[str, str]]:
        rows = UNIT.read_text(encoding="utf-8").splitlines()
        pairs = (row.partition("=") for row in rows if row and row[0] not in "#[")
        return [(name, value) for name, _, value in pairs]

    def test_it_runs_the_bot_as_nobody_again_and_again_and_waits_for_its_stop(self) -> None:
        said = dict(self.lines())
        assert said["ExecStart"].endswith("/bin/bigben run")
        assert said["User"] == "bigben"
        assert said["Restart"] == "always"
        assert int(said["TimeoutStopSec"]) > STOP
        # There the settings are read from .env, and the database is where nothing else is set.
        assert said["WorkingDirectory"] == f"/var/lib/{said['StateDirectory']}"
        assert Settings.model_config["env_file"] == ".env"
        assert said["StateDirectoryMode"] == "0700"

    @pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
    def test_systemd_finds_nothing_wrong_and_little_exposed(self, tmp_path: Path) -> None:
        unit = tmp_path / "bigben.service"
        # The program is not installed here; that alone would be found.
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", UNIT.read_text(encoding="utf-8"), flags=re.MULTILINE)
        unit.write_text(text, encoding="utf-8")
        verified = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
        )
        about = [line for line in verified.stderr.splitlines() if "bigben" in line]
        assert (verified.returncode, about) == (0, []), verified.stderr
        judged = subprocess.run(
            ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", str(unit)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert judged.returncode == 0, judged.stdout + judged.stderr
