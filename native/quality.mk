# The tests under sanitizers, and static analysis. Included after all module.mk, as it selects from ALL and TESTS.
ifdef SANITIZE
# Tests whose programs cannot have a sanitizer:
#   guest/run              its programs are static and for another processor
#   emulate/test/test.sh   QEMU loads the plugin, and does not start if a sanitizer's runtime follows its own libraries;
#                          cache_test, branch_test, models_test and references_test cover the plugin's parts
# For the same reason no test here loads the MPI interposers, the launcher's preloaded library or the Java library.
TESTS := $(filter-out guest/run emulate/test/test.sh,$(TESTS))
endif
ifeq ($(SANITIZE),thread)
# Only programs and libraries with threads, or with memory shared by several processes. The sampler has one thread.
# counts_test is excluded: it replaces mkdir, which ThreadSanitizer calls before its start for the folder of its reports.
ALL   := $(filter $(BUILD)/bin/% $(BUILD)/lib/%,$(ALL))
TOOLS := $(filter $(BUILD)/eventlog/% $(BUILD)/examples/% $(BUILD)/test/%,$(TOOLS))
TESTS := $(filter $(addprefix $(BUILD)/test/,clock-% eventlog-% relay-% launch-% gangs_test container_test),$(TESTS))
endif

# The tests use files in build/: each sanitizer has a copy of the sources with its own build folder, and links to the modules
# whose files tests read. Reports go into files: tests may read the standard error of a program, or expect it to fail.
# verify_asan_link_order=0: a test preloads a library into a program.
SANITIZED = $(BUILD)/sanitize/$*
SANITIZER_REPORTS = $(abspath $(SANITIZED))/reports
SANITIZER_OPTIONS = log_path=$(SANITIZER_REPORTS)/report:print_stacktrace=1
sanitize-%:
	@mkdir -p $(SANITIZED)/native
	@tar --exclude=./build -cf - . | tar -C $(SANITIZED)/native -xf -
	@ln -sfn $(abspath ../pas2p) $(abspath ../sampler) $(SANITIZED)
	@rm -rf $(SANITIZER_REPORTS) && mkdir -m 1777 $(SANITIZER_REPORTS)
	@if ! echo 'int main(void) { return 0; }' | $(CC) $(SANITIZER_$*) -x c - -o $(SANITIZED)/works; then \
		echo "skipped: $(CC) cannot link $(SANITIZER_$*)"; echo "$@: 0 passed, 0 failed, 1 skipped"; exit 0; \
	fi; \
	status=0; reports=0; \
	LSAN_OPTIONS=suppressions=$(abspath analysis/leaks):print_suppressions=0 \
	ASAN_OPTIONS=$(SANITIZER_OPTIONS):verify_asan_link_order=0 UBSAN_OPTIONS=$(SANITIZER_OPTIONS) TSAN_OPTIONS=$(SANITIZER_OPTIONS) \
		$(MAKE) --no-print-directory -C $(SANITIZED)/native test SANITIZE=$* JUDGED_LATER=$(JUDGED_LATER) || status=1; \
	if [ $(if $(JUDGED_LATER),$$status,0) -ne 0 ]; then reports=1; echo "$@: FAILED: the build"; fi; \
	for report in $(SANITIZER_REPORTS)/report.*; do \
		if [ -e "$$report" ]; then \
			reports=$$((reports + 1)); cat "$$report"; \
			echo "$@: FAILED: $$(grep -m 1 -e '^SUMMARY: ' -e 'runtime error: ' "$$report" || head -n 1 "$$report")"; \
		fi; \
	done; \
	echo "$@: $$((reports == 0)) passed, $$reports failed, 0 skipped"; \
	if [ $$reports -ne 0 ]; then status=1; fi; exit $(if $(JUDGED_LATER),0,$$status)

# Static analysis of all sources that this machine can compile: gcc with the flags of the build, one report per file, and cppcheck.
ANALYZED := $(filter-out $(BUILD)/%,$(wildcard */*.c */*/*.c))
ANALYZED_MPI := $(filter mpitrace/% eventlog/test/token.c,$(ANALYZED))
ANALYZED_OUT := $(if $(MPITRACE_FLAVOURS),,$(ANALYZED_MPI)) $(if $(OTF2_LINKS),,$(filter mpitrace/otf2_%,$(ANALYZED))) \
	$(if $(EVENTLOG_JDK),,eventlog/java.c eventlog/java_sync.c) $(if $(shell command -v $(GUEST_CC)),,guest/work.c)
ANALYSIS := $(BUILD)/analysis
ANALYSIS_GCC := $(patsubst %.c,$(ANALYSIS)/%.gcc,$(filter-out $(ANALYZED_OUT),$(ANALYZED)))
# Tests may crash if memory runs out. -g: with less the reports may name other places.
ANALYZED_TESTS := $(filter test/% clock/test_% guest/%,$(ANALYZED)) $(foreach c,$(ANALYZED),$(if $(findstring /test/,$(c)),$(c)))

.PHONY: analyze $(ANALYSIS_GCC) $(ANALYSIS)/cppcheck
analyze: $(ANALYSIS_GCC) $(ANALYSIS)/cppcheck
	@for source in $(ANALYZED_OUT); do echo "$$source: lacks its header or compiler here"; done > $(ANALYSIS)/left-out
	@perl analysis/report analysis/explained $(ANALYSIS) || [ $(if $(JUDGED_LATER),$$?,0) -eq 1 ]

$(patsubst %.c,$(ANALYSIS)/%.gcc,$(ANALYZED_MPI)): CPPFLAGS += -Impitrace $(call mpitrace_includes,$(firstword $(MPITRACE_FLAVOURS)))
$(ANALYSIS)/eventlog/java.gcc $(ANALYSIS)/eventlog/java_sync.gcc: CPPFLAGS += -I$(EVENTLOG_JDK)/include -I$(EVENTLOG_JDK)/include/linux
$(ANALYSIS)/guest/work.gcc: CC = $(GUEST_CC)
$(patsubst %.c,$(ANALYSIS)/%.gcc,$(ANALYZED_TESTS)): CFLAGS += -Wno-analyzer-possible-null-dereference -Wno-analyzer-possible-null-argument

$(ANALYSIS_GCC): $(ANALYSIS)/%.gcc: %.c
	@mkdir -p $(@D)
	@LC_ALL=C $(CC) $(CPPFLAGS) $(CFLAGS) -g -Wno-error -fanalyzer -S -o /dev/null $< 2> $@ || grep -q 'error:' $@ || echo '$<:1:1: error: not analyzed' >> $@

$(ANALYSIS)/cppcheck:
	@mkdir -p $(@D)
	@if command -v cppcheck > /dev/null; then \
		cppcheck --quiet --enable=warning,performance,portability --std=c11 -D_GNU_SOURCE -D__linux__ -D__$$(uname -m)__ -Iinclude -I. \
			--template='{file}:{line}: {severity}: {message} [{id}]' $(ANALYZED) 2> $@; \
	else echo 'skipped: cppcheck is not installed (Debian: cppcheck)' > $@; fi
