# A thin layer over CMake and Ninja. `make help` lists the targets.

BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
BUILD_TYPE ?= RelWithDebInfo
CMAKEFLAGS ?=
# Passed to tests/run.py: TESTFLAGS="-k golden -j 4".
TESTFLAGS ?=
# How long `make fuzz` gives each target.
FUZZ_SECONDS ?= 60

PYTHON = .venv/bin/python
CONFIGURE = cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING \
	-DCMAKE_BUILD_TYPE=$(BUILD_TYPE) $(CMAKEFLAGS)
NINJA = cmake --build $(BUILD)

.PHONY: all help demo test bench bench-long check format asan tsan fuzz install clean
all: ## the library (shared and static) and the frit command, into build/
	@scripts/setup.sh --dry-run build
	@test -f $(BUILD)/build.ninja || $(CONFIGURE)
	@$(NINJA)

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile
	@echo 'variables: BUILD=$(BUILD) BUILD_TYPE=$(BUILD_TYPE) PREFIX=$(PREFIX) DESTDIR CC'
	@echo '           CMAKEFLAGS TESTFLAGS FUZZ_SECONDS=$(FUZZ_SECONDS)'

demo: ## install what is missing, build, and show what frit does
	@scripts/setup.sh build
	@test -f $(BUILD)/build.ninja || $(CONFIGURE)
	@$(NINJA)
	@scripts/demo.sh $(BUILD)

test: ## install what is missing, build with -Werror, run every test
	@scripts/setup.sh test
	@$(CONFIGURE) -DFRIT_WERROR=ON
	@$(NINJA) --target all tests benches
	@$(PYTHON) tests/run.py --build $(BUILD) $(TESTFLAGS)

bench: ## build and run the benchmarks, about a minute
	@scripts/setup.sh build
	@test -f $(BUILD)/build.ninja || $(CONFIGURE)
	@$(NINJA) --target benches
	@scripts/bench.sh $(BUILD)

bench-long: ## the same with more sizes and more repetitions
	@scripts/setup.sh build
	@test -f $(BUILD)/build.ninja || $(CONFIGURE)
	@$(NINJA) --target benches
	@scripts/bench.sh $(BUILD) --long

check: ## format, clang-tidy, cppcheck, -Werror builds with gcc and clang
	@scripts/setup.sh check
	@scripts/check.sh $(BUILD)

format: ## rewrite the C sources in the project's format
	@scripts/setup.sh check
	@scripts/sources.sh | xargs clang-format -i

asan: ## every test with the address and undefined-behaviour sanitizers
	@scripts/setup.sh test
	@scripts/sanitize.sh $(BUILD)/asan address,undefined $(TESTFLAGS)

tsan: ## every test with the thread sanitizer
	@scripts/setup.sh test
	@scripts/sanitize.sh $(BUILD)/tsan thread $(TESTFLAGS)

fuzz: ## run each fuzz target for FUZZ_SECONDS
	@scripts/setup.sh fuzz
	@scripts/fuzz.sh $(BUILD)/fuzz $(FUZZ_SECONDS)

install: all ## into DESTDIR/PREFIX
	@DESTDIR="$(DESTDIR)" cmake --install $(BUILD) --prefix "$(PREFIX)"

clean: ## remove build/
	rm -rf $(BUILD)
