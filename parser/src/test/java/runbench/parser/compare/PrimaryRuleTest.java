package runbench.parser.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Numbers;
import runbench.parser.compare.Comparer.Side;
import runbench.parser.compare.Measurand.Direction;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;

class PrimaryRuleTest {
    private static final Path RECORDINGS = Path.of(System.getProperty("runbench.home"), "parser/src/test/resources");

    private static final List<String> AB = List.of("A", "B");

    private static PrimaryRule rule(double a, double b, boolean hasReadyTimes) {
        return PrimaryRule.ofShares(AB, List.of(new double[]{a}, new double[]{b}), hasReadyTimes);
    }

    private static String chosen(double a, double b) {
        return rule(a, b, true).name();
    }

    @Test
    void cpuTimeDecidesIfBothProgramsHardlyWaitAndRunOneTask() {
        assertThat(chosen(0.99, 1.0)).isEqualTo("cpu_s");
        assertThat(chosen(0.99, 0.6)).isEqualTo("wall_s");
        assertThat(chosen(0.6, 0.99)).isEqualTo("wall_s");
        assertThat(chosen(1.9, 1.0)).as("parallel tasks shorten the wall time only").isEqualTo("wall_s");
        assertThat(rule(0.97, 1.0, true).reason())
                .isEqualTo("A could run for 97 % of its wall time, B for 100 %: both hardly wait");
    }

    @Test
    void aProgramWithoutReadyTimesIsNotSaidToWait() {
        assertThat(rule(0.51, 0.5, true).reason())
                .isEqualTo("A could run for 51 % of its wall time, B for 50 %: a program waits");
        assertThat(rule(0.51, 0.5, false).reason())
                .isEqualTo("A ran for 51 % of its wall time, B for 50 %: a program waits or shares its CPU "
                        + "(--switches distinguishes them)");
    }

    /** A program that another one preempted half of the time does not wait. */
    @Test
    void timeReadyForACpuIsNoWaiting(@TempDir Path folder) {
        Path file = folder.resolve("preempted.rec");
        try (RecordingWriter w = new RecordingWriter(file, 1, """
                {"format":"runbench recording","version":1,"mode":"kernel","period_ns":1000000,"axis":"run_time",
                 "switches":true,"groups":[{"group":0,"events":[0]}],"events":[{"name":"page-faults","unit":"faults",
                 "source":"software","type":1,"config":2,"group":0,"value":0,"status":"counted"}],"command":["x"],
                 "run":{}}""")) {
            w.task(0, 100, 100, Kind.ALL_TASKS, 0).comm(0, 100, "x", 0);
            w.counts(Kind.SWITCH, Flag.SWITCH_OUT | Flag.PREEMPTED, 0, 0, 100, 0, 40_000_000, 0, 0, 0, 0);
            w.counts(Kind.SWITCH, 0, 0, 0, 100, 0, 90_000_000, 0, 0, 0, 0);
            w.exit(0, 100, 100_000_000);
            w.counts(Kind.CLOSE, 0, 0, 0, 100, 0, 100_000_000, 50_000_000, 50_000_000, 50_000_000, 0);
            w.end("{\"wall_ns\":100000000}");
        }
        List<RunSummary> runs = List.of(RunSummary.of(Periods.of(Recording.open(file))));
        assertThat(PrimaryRule.of(AB, List.of(runs, runs))).isEqualTo(
                new PrimaryRule("cpu_s", "A could run for 100 % of its wall time, B for 100 %: both hardly wait"));
    }

    @Test
    void withoutAWarmUpWallTimeDecides() {
        assertThat(PrimaryRule.of(AB, List.of(List.of(), List.of())))
                .isEqualTo(new PrimaryRule("wall_s", "no earlier run shows whether the programs wait"));
        assertThat(chosen(Double.NaN, 1)).isEqualTo("wall_s");
    }

    @Test
    void theShareOfARecordedRunIsThatOfItsTasks() {
        RunSummary s = RunSummary.of(Periods.of(Recording.open(RECORDINGS.resolve("pmu-phases.rec"))));
        assertThat(PrimaryRule.runnableShare(s)).isBetween(0.0, 1.1);
    }

    @Test
    void aWarmUpWithoutThePrimaryQuantityIsRejected() {
        Measurand faults = new Measurand("page-faults", "page-faults", "", Direction.LOWER, false);
        RunValues none = new RunValues("A", null, Map.of(Measurand.WALL, 1.0, faults, 0.0), Map.of(), Map.of());
        RunValues some = new RunValues("B", null, Map.of(Measurand.WALL, 1.0, faults, 5.0), Map.of(), Map.of());
        assertThatThrownBy(() -> Comparer.requireComparable("page-faults", sides(none, some)))
                .hasMessageContaining("page-faults cannot decide: A is 0 in all runs")
                .satisfies(e -> assertThat(((RunbenchException) e).remedy())
                        .hasValue("choose another quantity with --primary: wall_s"));
        assertThatThrownBy(() -> Comparer.requireComparable("cycles", sides(some, some)))
                .hasMessageContaining("cycles cannot decide: A: not measured");
        assertThatCode(() -> Comparer.requireComparable("page-faults", sides(some, some))).doesNotThrowAnyException();
        assertThatThrownBy(() -> Comparer.requireComparable("page-faults", sides(some, some, none)))
                .hasMessageContaining("page-faults cannot decide: C is 0 in all runs");
    }

    private static List<Side> sides(RunValues... runs) {
        return IntStream.range(0, runs.length)
                .mapToObj(i -> new Side(Numbers.letters(i), null, List.of(runs[i])))
                .toList();
    }

    @Test
    void oneWaitingProgramOfSeveralMakesWallTimeDecide() {
        List<double[]> computing = List.of(new double[]{1}, new double[]{0.98}, new double[]{0.99});
        List<String> names = List.of("A", "B", "C");
        assertThat(PrimaryRule.ofShares(names, computing, true)).isEqualTo(new PrimaryRule("cpu_s",
                "A could run for 100 % of its wall time, B for 98 %, C for 99 %: all hardly wait"));
        assertThat(
                PrimaryRule.ofShares(names, List.of(new double[]{1}, new double[]{1}, new double[]{0.5}), true).name())
                .isEqualTo("wall_s");
        assertThat(
                PrimaryRule
                        .ofShares(List.of("A", "B", "C", "D"),
                                List.of(new double[]{1}, new double[]{0.97}, new double[]{1}, new double[]{1}), true)
                        .reason())
                .isEqualTo("all could run for 97 to 100 % of their wall time: all hardly wait");
    }
}
