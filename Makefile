# Everything a person does with this repository. It needs make and Python 3.11 or newer; each target first
# sets up what it needs in .venv, once. Works from any folder: make -C path, make -f path/Makefile.

.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:

# The folder of this file. By the shell, since make's own path functions split a path at its spaces.
MAKEFILE_PATH := $(subst <start>,,$(subst <start> ,,<start>$(MAKEFILE_LIST)))
ROOT := $(shell cd -P -- "$$(dirname -- '$(subst ','\'',$(MAKEFILE_PATH))')" && pwd -P)

ifneq ($(ROOT),$(CURDIR))

# Called from elsewhere: the same goals, in one call (so that -j keeps its order), from the right folder.
export ROOT
GOALS := $(or $(MAKECMDGOALS),help)
.PHONY: $(GOALS) in-the-right-folder
$(GOALS): in-the-right-folder
	@:
in-the-right-folder:
	@$(MAKE) -C "$$ROOT" $(MAKECMDGOALS)

else

.PHONY: help demo test check lint docs fmt bench coverage wheel lock clean rebuilt

RUN := .venv/bin/python -m
PIP := $(RUN) pip install --quiet --quiet
DOCS := $(RUN) pytest tests/test_docs.py

# A setting of the machine's must not lead an install out of .venv, nor an import into another tree.
unexport PIP_PREFIX PIP_TARGET PIP_USER PYTHONHOME PYTHONPATH
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
# `make … PYTHON=python3.13` chooses the interpreter.
export PYTHON

help:  ## this list
	@sed -n 's/^\([a-z][a-z-]*\):.*## /\1 /p' Makefile | while read -r target words; do \
	    printf '  make %-10s %s\n' "$$target" "$$words"; done

demo: .venv/.base  ## the reference review of a matter, scored and explained, in seconds
	@.venv/bin/playbook demo

test: lint  ## every check and every test, the examples of the documents included
	$(RUN) pytest

check: lint  ## everything but the tests: format, style, types, directions, documents
	$(DOCS)

lint: .venv/.dev  ## check without the documents' examples
	$(RUN) ruff format --check --quiet
	$(RUN) ruff check --quiet
	$(RUN) mypy
	.venv/bin/lint-imports --no-logo

docs: .venv/.dev  ## run every example and command in the documents
	$(DOCS)

fmt: .venv/.dev  ## format the code and repair what can be repaired
	$(RUN) ruff check --fix-only --quiet
	$(RUN) ruff format

bench: .venv/.dev  ## the speed figures, as ratios to a floor measured in the same run
	.venv/bin/python benchmarks/run.py

coverage: .venv/.dev  ## the tests with coverage; the rooms that decide a score need every branch
	$(RUN) pytest --cov --cov-report=
	$(RUN) coverage report
	$(RUN) coverage report --fail-under=100 \
	    --include='*/playbook_legal/text.py,*/playbook_legal/paper/*,*/playbook_legal/scoring/*,*/playbook_legal/critic/*'

wheel: .venv/.dev  ## build sdist and wheel, and run the demo from the wheel in an environment of its own
	rm -rf dist
	$(RUN) build --quiet --no-isolation
	@set -e; folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; root=$$PWD; \
	$(RUN) venv "$$folder/venv"; \
	"$$folder/venv/bin/python" -m pip install --quiet --quiet -r requirements/base.txt dist/*.whl; \
	cd "$$folder"; "$$folder/venv/bin/playbook" demo >"$$folder/demo.txt" || { cat "$$folder/demo.txt"; exit 1; }; \
	cd "$$root"; ls dist; echo "the demo runs from the wheel alone"

lock:  ## make requirements/*.txt anew from requirements/*.in
	@set -e; $(FIND_PYTHON); folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	"$$python" -m venv "$$folder"; "$$folder/bin/python" -m pip install --quiet --quiet uv; \
	cd requirements; export UV_CUSTOM_COMPILE_COMMAND='make lock'; \
	for name in base build dev; do \
	    "$$folder/bin/uv" pip compile --quiet --upgrade --universal --python-version 3.11 \
	        --no-emit-index-url "$$name.in" --output-file "$$name.txt"; done

clean:  ## remove .venv and everything else that was made
	rm -rf .venv build dist htmlcov .coverage .coverage.* \
	    .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +


# The first interpreter that is new enough and can make an environment, as $python; or one line that says
# what is missing. Each is tried by running it: a name on the path may lead nowhere.
define FIND_PYTHON
set -- "$$PYTHON"; [ -n "$$1" ] || set -- python3 python3.14 python3.13 python3.12 python3.11 python; \
python=; bare=; \
for candidate do \
    "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue; \
    if "$$candidate" -c 'import ensurepip, venv' >/dev/null 2>&1; then python=$$candidate; break; fi; \
    bare=$${bare:-$$candidate}; \
done; \
if [ -z "$$python" ] && [ -n "$$bare" ]; then \
    echo "make: $$bare cannot create environments (no ensurepip): install its venv package (on Debian and Ubuntu: apt-get install python3-venv), or name another: make PYTHON=/path/to/python3" >&2; exit 1; \
elif [ -z "$$python" ]; then \
    echo "make: no Python 3.11 or newer found (tried: $$*): install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1; \
fi
endef

# .venv is sound when it was made in this very folder, its interpreter still runs and is new enough, and it is
# the one asked for, if one was. Otherwise it is made anew.
WHICH_PYTHON := -c 'import sys; print(sys.version, sys.base_prefix, sys.version_info >= (3, 11))'
SOUND := $(shell [ "$$(cat .venv/.folder 2>/dev/null)" = "$$(pwd -P)" ] \
    && of_venv=$$(.venv/bin/python $(WHICH_PYTHON) 2>/dev/null) && [ "$${of_venv%True}" != "$$of_venv" ] \
    && { [ -z '$(PYTHON)' ] || [ "$$('$(PYTHON)' $(WHICH_PYTHON) 2>/dev/null)" = "$$of_venv" ]; } && echo yes)

.venv/.folder: $(if $(SOUND),,rebuilt)
	@$(FIND_PYTHON); \
	echo "making .venv with $$("$$python" --version), once"; \
	"$$python" -m venv --clear .venv && pwd -P >$@

# What the program needs, and the program itself, in place.
.venv/.base: .venv/.folder requirements/base.txt requirements/build.txt pyproject.toml src/playbook_legal/__init__.py
	@echo "installing what the program needs"
	@$(PIP) -r requirements/base.txt -r requirements/build.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# What its checks and tests need.
.venv/.dev: .venv/.base requirements/dev.txt
	@echo "installing what the checks and tests need"
	@$(PIP) -r requirements/dev.txt
	@touch $@

endif
