package runbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.stats.RunSummary;
import runbench.parser.structure.Structure;
import runbench.report.RunCaption;
import runbench.report.RunCharts.ShownCurves;
import runbench.report.page.RunFindings.Burst;
import runbench.sampler.environment.Disturbance;

/** Rules that select findings, and the texts that several presenters share. */
class RunFindingsTest {
    @TempDir
    private Path dir;

    private static double[] constant(int bins, double rate) {
        double[] rates = new double[bins];
        Arrays.fill(rates, rate);
        return rates;
    }

    @Test
    void halfOfAllCountsInAShortRangeIsABurst() {
        double[] rates = constant(100, 1);
        assertThat(Burst.of(rates)).isEmpty();
        rates[40] = 60;
        rates[41] = 60;
        rates[3] = Double.NaN;
        assertThat(Burst.of(rates)).hasValueSatisfying(b -> {
            assertThat(b.from()).isEqualTo(40);
            assertThat(b.to()).isEqualTo(42);
        });
        assertThat(Burst.of(new double[10])).isEmpty();
    }

    /** Returns the findings of a run of 10 s at a period of 1 ms. */
    private List<String> findings(String offCpu, String events, Structure structure, List<Disturbance> disturbances,
            Envelope... curves) throws IOException {
        Path file = Files.writeString(dir.resolve("summary.json"), """
                {"benchmark": "b", "axis": "run_time", "period_ns": 1000000, "samples": 10000, "lost": 0, "wall_s": 10,
                 "run_s": 10, "exit_status": 0, "exact": true, "discrepancies": [], "notes": [], "events": [%s],
                 "off_cpu": %s, "provenance": {"cpus": 2, "command": ["b"],
                 "run": {"machine_state": {"load": 20}}}}
                """.formatted(events, offCpu));
        RunSummary summary = RunSummary.read(file).with(structure);
        ShownRun run = new ShownRun(summary, Axis.RUN_TIME, new ShownCurves(List.of(curves), List.of()), List.of(),
                Optional.empty(), Optional.empty(), disturbances, List.of(), "", null, null);
        return RunFindings.of(run).stream().map(f -> f.text().replace('\u2009', ' ')).toList();
    }

    private static String event(String name, long count) {
        return """
                {"name": "%s", "status": "counted", "final": %d, "rate_unit": "x/s of running time", "mean_rate": %d,
                 "share_measured": 1}""".formatted(name, count, count / 10);
    }

    /** Returns a curve of 1,000 buckets of 10 ms. */
    private static Envelope curve(String event, int from, int to, double rate) {
        double[] mean = constant(1000, 0);
        Arrays.fill(mean, from, to, rate);
        return new Envelope(event, "software event", "x/s of running time", Axis.RUN_TIME, 0, 0.01, 10, mean, mean,
                mean, new Envelope.Figures(1, rate, rate), 1, event.equals("context-switches"));
    }

    @Test
    void aFewEventsAreNoFinding() throws IOException {
        assertThat(findings("null", event("cpu-migrations", 2) + ", " + event("page-faults", 90), null, List.of(),
                curve("cpu-migrations", 300, 301, 200), curve("page-faults", 0, 9, 1000))).isEmpty();
    }

    @Test
    void theStartOfAProgramIsNoBurst() throws IOException {
        assertThat(findings("null", event("page-faults", 300), null, List.of(), curve("page-faults", 0, 1, 30_000)))
                .isEmpty();
    }

    @Test
    void otherProgramsMakeNoBurst() throws IOException {
        assertThat(findings("null", event("context-switches", 900), null, List.of(),
                curve("context-switches", 500, 530, 3000))).isEmpty();
    }

    @Test
    void aLongBurstMarksAPartOfTheProgram() throws IOException {
        assertThat(findings("null", event("page-faults", 90_000), null, List.of(),
                curve("page-faults", 500, 530, 300_000)))
                .containsExactly("Half of the page-faults occur within 150 ms (1.5 % of the run), from 5 s to 5.15 s.");
    }

    @Test
    void theProgramComesBeforeItsDisturbancesAndTheyComeBeforeWhatWasNotCounted() throws IOException {
        String missing = """
                {"name": "L1D_ALL_REF", "status": "not counted", "reason": "no hardware PMU is visible"},
                {"name": "cpu-cycles", "status": "not counted", "reason": "no hardware PMU is visible"}""";
        Structure phases = new Structure(Structure.Verdict.FOUND, Axis.RUN_TIME, "s",
                new Structure.Resolution(100, 0.1, 1000, 0.01, 10, 0.3, 0.02),
                List.of(new Structure.Column("page-faults", "faults/s", false, 8000.0)), null, List.of(), List.of(),
                List.of(new Structure.RecurringPhase("A", 1, 2, 0.2, List.of(4e4)),
                        new Structure.RecurringPhase("B", 1, 8, 0.8, List.of(0.0))),
                List.of(), List.of(), null);
        List<Disturbance> stolen = List.of(new Disturbance(Disturbance.Kind.STEAL, "12 % of the CPUs' time stolen",
                "wall times are too long", "run again"));
        String off = """
                {"source": "context switches", "wall_s": 10, "on_cpu_s": 5, "off_cpu_s": 5, "ready_s": %d,
                 "waiting_s": %d, "is_minimum": false}""";
        String phase = "Phase B takes 80.0 % of the running time: page-faults 0 faults/s (run: 8 k).";
        String steal = "12 % of the CPUs' time stolen: wall times are too long -> run again.";
        String notCounted = "L1D_ALL_REF, cpu-cycles were not counted: no hardware PMU is visible.";
        String events = missing + ", " + event("cpu-migrations", 5000);
        String migrations = "The program moved to another CPU 500 times per second of running time, with empty caches: "
                + "bind it (taskset -c).";
        assertThat(findings(off.formatted(0, 5), events, phases, stolen))
                .containsExactly("The program waited for 50 % of 10.00 s.", phase, steal, migrations, notCounted);
        assertThat(findings(off.formatted(5, 0), events, phases, stolen)).startsWith(
                "The program was ready but had no CPU for 50 % of 10.00 s (load 20 on 2 CPUs).", phase, steal);
    }

    @Test
    void loadIsADisturbanceIfItsEffectIsUnknownOrLarge() throws IOException {
        List<Disturbance> load = List
                .of(new Disturbance(Disturbance.Kind.LOAD, "load 20 on 2 CPUs", "the program shares CPUs", "wait"));
        String off = """
                {"source": "context switches", "wall_s": 10, "on_cpu_s": 10, "off_cpu_s": 0, "ready_s": 0,
                 "waiting_s": 0, "is_minimum": false}""";
        assertThat(findings(off, "", null, load)).isEmpty();
        assertThat(findings("null", "", null, load))
                .containsExactly("Load 20 on 2 CPUs: the program shares CPUs -> wait.");
    }

    @Test
    void aRankFarFromTheMedianOfTheOthersDeviates() {
        List<double[]> ranks = IntStream.range(0, 6).mapToObj(r -> constant(64, r == 4 ? 2 : 1 + r * 1e-3)).toList();
        assertThat(RankDeviation.worst(ranks)).hasValueSatisfying(d -> {
            assertThat(d.rank()).isEqualTo(4);
            assertThat(d.from()).isZero();
            assertThat(d.to()).isEqualTo(64);
            assertThat(d.relative()).isBetween(0.9, 1.0);
        });
        assertThat(RankDeviation.worst(ranks.subList(0, 3))).as("too few ranks for a median").isEmpty();
        assertThat(RankDeviation.worst(ranks.subList(0, 4))).as("equal ranks").isEmpty();
    }

    @Test
    void onlyMultiplexedEventsAreMarkedAsEstimates() {
        assertThat(RunCaption.scaledEstimate(0.995)).isEmpty();
        assertThat(RunCaption.scaledEstimate(0.5)).startsWith("scaled estimate: counted 50").endsWith("of the time");
    }

    @Test
    void countersAreNamedInWords() {
        assertThat(RunCaption.counters(List.of())).isEqualTo("nothing was counted");
        assertThat(RunCaption.counters(List.of("pmu", "software")))
                .isEqualTo("counted by hardware PMU + software events of the kernel");
    }
}
