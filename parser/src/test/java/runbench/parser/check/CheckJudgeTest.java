package runbench.parser.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.stats.Interval;
import runbench.parser.check.CheckReport.CheckVerdict;
import runbench.parser.check.CheckedItem.KernelComparison;
import runbench.parser.check.KernelRun.KnownCount;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;

/** Planted right and wrong answers. */
class CheckJudgeTest {
    private static final double UNITS = 1e6;
    private static final Map<String, KnownCount> TRUTHS = CheckJudge.completed(List.of(exactly("instructions", 15e6),
            exactly("branches", 3e6), new KnownCount("branch_misses", new Interval(4.5e5, 5.6e5), 5e5, "half"),
            exactly("loads", 0), exactly("stores", 0)));

    private static KnownCount exactly(String quantity, double count) {
        return new KnownCount(quantity, Interval.exactly(count), count, "as written");
    }

    private static KernelRun run(boolean multiplexed, Map<String, KernelRun.Count> counts) {
        return new KernelRun("random_branches", UNITS, TRUTHS, counts, List.of(), multiplexed);
    }

    private static KernelRun.Count seen(double value) {
        return new KernelRun.Count(value, 0);
    }

    private static CheckedItem judged(String event, KernelRun... runs) {
        return new CheckJudge(CheckedEvents.load(), List.of(runs)).events(Map.of("cpu-cycles", "no counter"))
                .stream()
                .filter(e -> e.name().equals(event))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatKeepsItsPromiseIsOkWithinItsDifference() {
        CheckedItem instructions = judged("instructions", run(false, Map.of("instructions", seen(15.03e6))));
        assertThat(instructions.verdict()).isEqualTo(CheckVerdict.OK);
        assertThat(instructions.error().orElseThrow()).isCloseTo(0.002, within(1e-9));
        assertThat(instructions.words()).isEqualTo("ok within 0.20 %");
        assertThat(judged("branch-misses", run(false, Map.of("branch-misses", seen(5.5e5)))).verdict())
                .isEqualTo(CheckVerdict.OK);
    }

    @Test
    void tenPercentTooManyAreSeen() {
        CheckedItem branches = judged("branch-instructions", run(false, Map.of("branch-instructions", seen(3.3e6))));
        assertThat(branches.verdict()).isEqualTo(CheckVerdict.OFF);
        assertThat(branches.words()).isEqualTo("off by 10.0 % (random_branches: 3.3 M instead of 3 M)");
    }

    @Test
    void whatAlwaysReadsZeroIsNoZero() {
        CheckedItem misses = judged("branch-misses", run(false, Map.of("branch-misses", seen(0))));
        assertThat(misses.verdict()).isEqualTo(CheckVerdict.OFF);
        assertThat(misses.words()).startsWith("reads 0 (random_branches: 0 instead of 500 k)");
    }

    @Test
    void whatCountsDoubleInTurnsOnlyIsFoundThere() {
        CheckedItem branches = judged("branch-instructions", run(false, Map.of("branch-instructions", seen(3e6))),
                run(true, Map.of("branch-instructions", new KernelRun.Count(6e6, 1e5))));
        assertThat(branches.verdict()).isEqualTo(CheckVerdict.OFF);
        assertThat(branches.words()).contains("random_branches, multiplexed").contains("off by 100.0 %");
        assertThat(branches.comparisons()).extracting(KernelComparison::inside).containsExactly(true, false);
        // An estimate is as good as its interval.
        assertThat(judged("branch-instructions",
                run(true, Map.of("branch-instructions", new KernelRun.Count(3.2e6, 2.5e5)))).verdict())
                .isEqualTo(CheckVerdict.OK);
    }

    @Test
    void whatCountsThingsThatDoNotHappenIsFound() {
        CheckedItem references = judged("L1D_ALL_REF", run(false, Map.of("L1D_ALL_REF", seen(1e6))));
        assertThat(references.verdict()).isEqualTo(CheckVerdict.OFF);
        assertThat(references.words()).startsWith("counts what does not happen");
        assertThat(judged("L1D_ALL_REF", run(false, Map.of("L1D_ALL_REF", seen(-12)))).verdict())
                .isEqualTo(CheckVerdict.OK);
    }

    @Test
    void whatIsNotCountedIsNotZero() {
        assertThat(judged("cpu-cycles").verdict()).isEqualTo(CheckVerdict.NOT_COUNTABLE);
        assertThat(judged("cpu-cycles").words()).isEqualTo("not countable here: no counter");
        assertThat(judged("context-switches").words())
                .startsWith("not checked: no kernel that runs here tells context switches");
    }

    /** A name that no table has would never be checked, and nobody would notice. */
    @Test
    void everyVendorsNameIsInATable() {
        List<Microarchitecture> tables = Microarchitectures.ids().stream().map(Microarchitectures::named).toList();
        Set<String> portable = CheckedEvents.load()
                .all()
                .stream()
                .map(CheckedEvents.Checked::name)
                .collect(Collectors.toSet());
        assertThat(CheckedEvents.everywhere().all()).filteredOn(e -> !portable.contains(e.name()))
                .allSatisfy(e -> assertThat(tables).as(e.name()).anyMatch(t -> t.event(e.name()).isPresent()));
        assertThat(CheckedEvents.load(Microarchitectures.named("zen5")).all()).extracting(CheckedEvents.Checked::name)
                .contains("ls_stlf", "ex_div_count")
                .doesNotContain("mem_inst_retired.lock_loads");
        CheckedEvents skylake = CheckedEvents.load(Microarchitectures.named("skylake"));
        KnownCount flops = skylake.truth("fp_arith_inst_retired.256b_packed_double:u",
                Map.of("flops_256", new KnownCount("flops_256", new Interval(8, 8), 8, "")));
        assertThat(flops.expected()).isEqualTo(2);
    }

    @Test
    void aSummaryKnowsTheCheckOfThatFormulaOnly(@TempDir Path dir) throws Exception {
        KernelRun run = new KernelRun("adds", UNITS, TRUTHS, Map.of(), List.of(
                new KernelRun.MetricOfKernel("ipc", "instructions / cpu-cycles", 1, new Interval(0.97, 1.03), 1.003)),
                false);
        CheckReport report = new CheckReport(Map.of("host", "h"), "counters", "2026-01-01T00:00:00Z", Map.of(),
                Map.of(), List.of(), new CheckJudge(CheckedEvents.load(), List.of(run)).metrics(Map.of()));
        report.write(dir.resolve("check.json"));
        CheckReport read = CheckReport.read(dir.resolve("check.json")).orElseThrow();
        assertThat(read).isEqualTo(report);
        assertThat(read.anyOff()).isFalse();
        Object notes = CheckMark.notes(read).get("ipc");
        assertThat(new ObjectMapper().writeValueAsString(notes)).contains("\"words\":\"checked here: 0.30 %\"")
                .contains("instructions / cpu-cycles");
        assertThat(CheckReport.read(dir.resolve("other.json"))).isEmpty();
        java.nio.file.Files.writeString(dir.resolve("broken.json"), "{\"machine\":");
        assertThat(CheckReport.read(dir.resolve("broken.json"))).isEmpty();
    }
}
