"""Measurements, each a command: ``python -m bench.NAME``. Each prints what it measured, on what and with what."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from core.catalog import RULES_VERSION


def machine() -> str:
    """One line on the machine, its load and the versions, to stand above every table of figures."""
    load = f"load {os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else "load unknown"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{_processor()} x {os.cpu_count()}, {platform.system()}, {load}, {python}, rules version {RULES_VERSION}"


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
