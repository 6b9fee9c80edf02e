# The project's chores. `make` alone lists them.

VENV := .venv
BIN := $(VENV)/bin
NODE_BIN := $(VENV)/node/node_modules/.bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# What a lock pins, uv installs in seconds; where it cannot, as where only pip knows of an index, pip does in a minute.
LOCKED = --require-hashes --no-build-isolation
INSTALL = install() { \
	$(PIP) install --quiet --require-hashes --no-deps -r lock/uv.txt 2>/dev/null \
		&& $(BIN)/uv pip install --quiet --system-certs --python $(BIN)/python $(LOCKED) "$$@" 2>/dev/null \
		|| $(PIP) install --quiet $(LOCKED) "$$@"; \
}; install
# Installers and checkers keep one core busy each; what one says stays together.
TWO_AT_ONCE := $(MAKE) --no-print-directory --jobs=2 --output-sync=target
GAMES := .demo
N ?= 2000
VERSION = $(shell sed -n 's/^version = "\(.*\)"$$/\1/p' pyproject.toml)
HEADLESS := $(HARICOT_CHROMIUM) chromium-headless-shell chrome-headless-shell
CHROMIUMS := $(HEADLESS) chromium chromium-browser google-chrome
export HARICOT_CHROMIUM

# What a caller's shell sets for other projects must not leak into this one; and an empty environment will do.
unexport PYTHONHOME PYTHONPATH PYTHONDONTWRITEBYTECODE PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_HASHES
PATH ?= /usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install serve demo quick rules test long check compiled style types scripts bundle kit format browser debian image bench gallery walkthrough docs soak lock clean FORCE

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F '|' '{ printf "%-14s %s\n", $$1, $$2 }'

install: $(VENV)/runtime.stamp ## make .venv with the haricot command

serve: install ## start the service with demo games and print its addresses: make serve PORT=8080
	$(BIN)/haricot serve $(if $(PORT),--port $(PORT)) $(if $(DATA),--data $(DATA))

# A game file is a header, one line an event, and an end line.
demo: install ## let bots play a game, audit it, show its table in the middle and at the end
	@set -eu; \
	rm -rf $(GAMES); \
	haricot() { printf '\n$$ haricot %s\n' "$$*"; $(BIN)/haricot "$$@"; }; \
	haricot simulate --edition classic --players 4 --games 1 --seed 7 --out $(GAMES); \
	game=$$(ls $(GAMES)/*.haricot.jsonl); \
	events=$$(($$(wc -l < "$$game") - 2)); \
	haricot audit "$$game"; \
	haricot show "$$game" --at $$((events / 2)); \
	haricot show "$$game" --at $$events

quick: ## lint, types, contracts and the rules, without server or browser: under a minute on two cores
	@$(TWO_AT_ONCE) $(VENV)/dev.stamp $(VENV)/node.stamp
	@$(TWO_AT_ONCE) rules check

rules: $(VENV)/dev.stamp ## the tests of make quick: the rules, golden games, scripts and sources
	$(BIN)/python -m pytest -q -n auto tests/test_sources.py tests/test_still_standing.py tests/test_documents.py tests/test_contributing.py tests/rulebooks tests/domain tests/projections tests/golden tests/web tests/clients

test: ## check, then run every test; with CI=true a skipped test is a failure
	@$(TWO_AT_ONCE) $(VENV)/dev.stamp $(VENV)/node.stamp browser
	@$(TWO_AT_ONCE) check compiled
	$(BIN)/python -m pytest -n auto --dist worksteal --durations 20

long: $(VENV)/dev.stamp $(VENV)/node.stamp browser debian ## run the tests marked long, which make test leaves out
	$(BIN)/python -m pytest -n auto --dist worksteal --durations 20 --long -m long

compiled: $(VENV)/dev.stamp ## compile the tests once, before several processes run them
	@$(BIN)/python -m pytest --collect-only -qq -p no:cacheprovider >/dev/null || $(BIN)/python -m pytest --collect-only -qq

check: style types scripts ## all that looks at sources alone: style, types and scripts

style: $(VENV)/dev.stamp ## lint, format, import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	PYTHONPATH=packages/haricot-rl $(BIN)/lint-imports

types: $(VENV)/dev.stamp ## types of Python
	$(BIN)/mypy

scripts: $(VENV)/node.stamp ## types of the scripts of pages, and of the client kit in TypeScript
	$(NODE_BIN)/tsc --project jsconfig.json
	$(NODE_BIN)/tsc --project clients/typescript --noEmit

bundle: $(VENV)/node.stamp ## bundle the scripts and styles of the pages: service/web/bundle, which is committed
	node tests/node/bundle.mjs service/web/static service/web/bundle

kit: $(VENV)/node.stamp ## build the client kit in TypeScript: clients/typescript/dist
	$(NODE_BIN)/tsc --project clients/typescript

format: $(VENV)/dev.stamp ## format sources, and mend what the linter can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Chromium without windows costs half the processor: it is installed where no browser is, and in CI beside another one.
browser: ## find Chromium for the tests of the pages, or install it where apt can
	@has() { for one; do command -v "$$one" >/dev/null && return; done; false; }; \
	has $(HEADLESS) && exit; \
	test "$$CI" = true || { has $(CHROMIUMS) && exit; }; \
	if [ "$$(id -u)" = 0 ]; then sudo=; else sudo='sudo -n'; fi; \
	install() { $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$$1" >/dev/null; }; \
	if command -v apt-get >/dev/null && $$sudo true 2>/dev/null; then \
		echo 'The tests of the pages need a browser: apt-get install chromium-headless-shell'; \
		$$sudo apt-get update -qq && install chromium-headless-shell || has $(CHROMIUMS) || install chromium || true; \
	fi; \
	has $(CHROMIUMS) || { \
		echo 'The tests of the pages need Chromium and found none. Install it, or name one, then run make again:' >&2; \
		echo '    apt-get install chromium-headless-shell    or    make test HARICOT_CHROMIUM=/path/to/chromium' >&2; \
		exit 1; \
	}

# The oldest Python that many machines have, and the one that a newer one of pyenv hides: /usr/bin/python3, never the PATH's.
debian: | browser ## on Debian, see that its own Python can make environments: a test installs a clean clone with it
	@test -e /etc/debian_version || exit 0; \
	ready() { /usr/bin/python3 -Ic 'import ensurepip' 2>/dev/null; }; \
	if ! ready && [ "$$(id -u)" = 0 ]; then \
		echo "The test of a fresh machine needs Debian's own Python: apt-get install python3 python3-venv"; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y python3 python3-venv >/dev/null || true; \
	fi; \
	ready || { \
		echo "The test of a fresh machine needs Debian's own Python, with venv. Install it, then run make again:" >&2; \
		echo '    apt-get install python3 python3-venv' >&2; \
		exit 1; \
	}

image: ## build the image of docker/, as haricot and with the version of pyproject.toml as its tag
	docker build --file docker/Dockerfile --build-arg VERSION=$(VERSION) --tag haricot:$(VERSION) --tag haricot .

bench: $(VENV)/bench.stamp ## measure, beside the peers on this machine: make bench PART=served
	$(BIN)/python -m tests.benchmarks.run $(PART)

gallery: $(VENV)/dev.stamp browser ## take the pictures of docs/gallery.md anew
	$(BIN)/python -m tests.service.web.gallery

walkthrough: $(VENV)/dev.stamp browser ## run through the pages as people do, with pictures in build/walkthroughs: make walkthrough NAME=eight_tabs
	$(BIN)/python -m tests.walkthroughs $(NAME)

docs: $(VENV)/dev.stamp ## make a site of all documents in build/docs, which needs no network; a dead link stops it
	$(BIN)/python -m sphinx -q -W --keep-going --jobs 2 -b html -c docs/site . build/docs
	@echo 'build/docs/index.html'

soak: $(VENV)/dev.stamp ## the long checks: make soak N=1000000, make soak CHECK=power N=1000000
	$(BIN)/python -m tests.soak $(if $(CHECK),--check $(CHECK) --count,--games) $(N)

clean: ## remove all that is made here, .venv included
	rm -rf $(VENV) $(LOCK_VENV) $(GAMES) build dist clients/typescript/dist *.egg-info .coverage .coverage.* \
		.mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment ------------------------------------------------------------------------------------------------------
# A stamp in .venv for each lock that was installed: it is done again only when the lock or pyproject.toml changed.

$(VENV)/runtime.stamp: $(VENV)/made.stamp lock/uv.txt lock/build.txt lock/runtime.txt pyproject.toml
	@echo 'Installing what lock/runtime.txt pins'; $(INSTALL) -r lock/build.txt -r lock/runtime.txt
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev.stamp: $(VENV)/runtime.stamp lock/dev.txt
	@echo 'Installing what lock/dev.txt pins'; $(INSTALL) -r lock/dev.txt
	@touch $@

$(VENV)/bench.stamp: $(VENV)/runtime.stamp lock/bench.txt
	@echo 'Installing what lock/bench.txt pins'; $(INSTALL) -r lock/bench.txt
	@touch $@

# Node's packages lie in .venv too, where nobody takes them for our own.
$(VENV)/node.stamp: $(VENV)/made.stamp tests/node/package.json tests/node/package-lock.json
	@command -v npm >/dev/null || { \
		echo 'Checks of the scripts of pages, and tests of the description, need Node.js 20 or newer, with npm. Install it, then run make again:' >&2; \
		echo '    apt-get install nodejs npm    or    https://nodejs.org' >&2; \
		exit 1; \
	}
	mkdir -p $(VENV)/node && cp tests/node/package.json tests/node/package-lock.json $(VENV)/node/
	npm ci --prefix $(VENV)/node --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# A .venv that was moved or copied here, or whose Python is gone, is made anew.
ifneq ($(shell $(BIN)/python -Ic 'print(open("$(VENV)/made.stamp").read())' 2>/dev/null),$(CURDIR))
$(VENV)/made.stamp: FORCE
endif
$(VENV)/made.stamp:
	@$(FIND_PYTHON); \
	rm -rf $(VENV); \
	echo "$$python -m venv $(VENV)  # Python $$($$python -c 'import platform; print(platform.python_version())')"; \
	$$python -m venv $(VENV); \
	printf %s '$(CURDIR)' > $@

# The first Python that really runs (a pyenv shim may be there and fail), is new enough and can make environments.
define FIND_PYTHON
set -eu; \
python_with() { \
	for python in $(or $(PYTHON),python3.13 python3.12 python3.11 python3); do \
		"$$python" -c "import sys; assert sys.version_info >= (3, 11); $$1" 2>/dev/null && return; \
	done; \
	false; \
}; \
python_with '' || { echo 'Haricot needs Python 3.11 or newer, and found none.' >&2; exit 1; }; \
if ! python_with 'import ensurepip' && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	echo 'Python has no venv module: apt-get install python3-venv'; \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y python3-venv || true; \
fi; \
python_with 'import ensurepip' || { \
	echo 'Python has no venv module. Install it, then run make again:' >&2; \
	echo '    apt-get install python3-venv' >&2; \
	exit 1; \
}
endef

# The locks ------------------------------------------------------------------------------------------------------------
# Solved for every Python from 3.11.0 on and every platform: what only some of them need stands there with its marker, and
# which Python solves does not matter. From PyPI alone, so that no mirror or wheel of one machine gets in. Pins stay until they must move: `make lock UPGRADE=--upgrade` moves all.

LOCK_VENV := .venv-lock
UV := uv==0.13.9
LOCK = env -u UV_DEFAULT_INDEX -u UV_INDEX -u UV_FIND_LINKS -u UV_CONSTRAINT -u UV_OVERRIDE UV_CUSTOM_COMPILE_COMMAND='make lock' \
	$(LOCK_VENV)/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes $(UPGRADE)
BUILD_REQUIRES = import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")

lock: ## solve the pinned requirements again
	@$(FIND_PYTHON); $$python -m venv --clear $(LOCK_VENV)
	env -u PIP_REQUIRE_HASHES $(LOCK_VENV)/bin/python -m pip install --quiet $(UV)
	mkdir -p lock
	echo '$(UV)' | $(LOCK) --output-file lock/uv.txt - >/dev/null
	$(LOCK_VENV)/bin/python -c '$(BUILD_REQUIRES)' | $(LOCK) --output-file lock/build.txt - >/dev/null
	$(LOCK) --extra postgres --extra parquet --extra pictures --output-file lock/runtime.txt pyproject.toml >/dev/null
	$(LOCK) --constraint lock/runtime.txt --extra server --group dev --output-file lock/dev.txt pyproject.toml >/dev/null
	$(LOCK) --constraint lock/runtime.txt --extra server --group bench --output-file lock/bench.txt pyproject.toml >/dev/null
	rm -rf $(LOCK_VENV)
