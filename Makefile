# Works with GNU make 3.81 and later.
.PHONY: help run test check bench lock clean

VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime-installed
DEVELOPMENT := $(VENV)/.development-installed
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# `make run PYTHON=/path/to/python` overrides the search.
PYTHON :=
# The tests of whole processes mostly wait, so there may be more at once than cores. Files are run in the order of their
# names, which has the long ones first: by the number of tests, as would be, they came last, and one worker alone ended.
# A worker that a hanging test took with it gets no successor, since pytest-xdist would wait for that one for ever.
WORKERS := 3
PYTHONS := python3.14 python3.13 python3.12 python3.11 python3

help:
	@echo 'make run    the bot if BOT_TOKEN is set (environment or .env), else the playground'
	@echo 'make test   all tests'
	@echo 'make check  lint, format and types'
	@echo 'make bench  the measurements under bench/, in five minutes (WHOLE=1: at the sizes the bars are for)'
	@echo 'make lock   pin the requirements anew after a change of pyproject.toml (UPGRADE=1: newest versions)'
	@echo 'make clean  remove the virtual environment, builds and caches'

run: $(RUNTIME)
	@$(BIN)/python -m tgbot

test: $(DEVELOPMENT)
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile --no-loadscope-reorder \
	    --max-worker-restart=0

check: $(DEVELOPMENT)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(DEVELOPMENT)
	$(BIN)/python -m bench $(if $(WHOLE),--whole)

# Development first: operators run the very versions that its libraries allow, too.
lock: $(BIN)/python
	@set -e; \
	scratch=$$(mktemp -d); \
	trap 'rm -rf "$$scratch"' EXIT; \
	$(BIN)/python -m venv "$$scratch"; \
	"$$scratch/bin/pip" install --quiet --disable-pip-version-check uv; \
	compile() { \
	    "$$scratch/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	        $(if $(UPGRADE),--upgrade) pyproject.toml "$$@"; \
	}; \
	compile --group dev --output-file requirements-dev.txt; \
	compile --constraints requirements-dev.txt --output-file requirements.txt
	@echo 'requirements.txt and requirements-dev.txt are up to date.'

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUNTIME): requirements.txt | $(BIN)/python
	@echo 'Installing what the bot needs (once, and after a change of requirements.txt) ...'
	@$(PIP_INSTALL) --require-hashes -r requirements.txt
	@touch $@

$(DEVELOPMENT): requirements.txt requirements-dev.txt pyproject.toml | $(BIN)/python
	@echo 'Installing what development needs (once, and after a change of requirements or pyproject.toml) ...'
	@$(PIP_INSTALL) --require-hashes -r requirements-dev.txt
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $(RUNTIME) $@

$(BIN)/python:
	@old=; bare=; \
	for python in $(if $(PYTHON),'$(PYTHON)',$(PYTHONS)); do \
	    "$$python" -c '' 2>/dev/null || continue; \
	    if ! "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then old=$$python; continue; fi; \
	    if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then bare=$${bare:-$$python}; continue; fi; \
	    echo "Making $(VENV) with $$("$$python" --version) ..."; \
	    exec "$$python" -m venv --clear $(VENV); \
	done; \
	if [ -n "$$bare" ]; then \
	    package=$$("$$bare" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'); \
	    echo "$$bare cannot make virtual environments; on Debian and Ubuntu: apt install $$package" >&2; \
	elif [ -n "$$old" ]; then \
	    echo "Big Ben needs Python 3.11 or newer; the newest found here is $$("$$old" --version 2>&1)." >&2; \
	else \
	    echo 'Big Ben needs Python 3.11 or newer, and no Python was found here.' >&2; \
	fi; \
	exit 1
