package runbench.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.align.run.RankState;
import runbench.align.traces.Alignment;
import runbench.align.view.AlignmentQuality;
import runbench.align.view.ClusterView;
import runbench.align.view.ClusterView.Heading;
import runbench.align.view.ClusterView.RankView;
import runbench.align.view.PhaseRow;
import runbench.align.view.PhaseView;
import runbench.align.view.Quantity;
import runbench.align.view.SyntheticRun;
import runbench.align.view.TimeAxis;
import runbench.align.view.ViewRequest;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.timeline.ReferenceTime;
import runbench.base.timeline.StatedError;
import runbench.measure.cluster.ClusterResults;
import runbench.pas2p.phase.CpuShortage;
import runbench.plotter.render.html.HtmlPage;
import runbench.plotter.render.html.Page;
import runbench.plotter.render.html.Page.PageFinding;
import runbench.report.page.ClusterPage;

/** The contents of the page of a run on many nodes, and its hint where to look first. */
@Tag("beside")
class ClusterPageTest {
    private static final int BINS = 640;
    private static final double SECONDS = 100;
    @TempDir
    private Path folder;

    private final List<RankView> ranks = new ArrayList<>(
            IntStream.range(0, 8).mapToObj(r -> rank(r, Alignment.How.SAME_CLOCK, RankState.COMPLETE, 0)).toList());
    private final double[][] means = new double[8][BINS];
    private double measured = 1;
    private String quantity = "ipc";
    private PhaseView phases;
    private int criticalRank = 3;
    private List<CpuShortage> starved = List.of();
    private AlignmentQuality quality = new AlignmentQuality(AlignmentQuality.Kind.ONE_CLOCK, 0,
            "All ranks are stamped by one clock, that of n0");

    ClusterPageTest() {
        Random random = new Random(4);
        for (double[] rank : means) {
            Arrays.setAll(rank, b -> 1.5 + 0.02 * random.nextGaussian());
        }
    }

    private static RankView rank(int r, Alignment.How how, RankState state, long lost) {
        return new RankView(r, "n" + r / 4, how,
                how == Alignment.How.NOT_ALIGNED ? "the clock of n1 could not be measured" : null, state,
                state == RankState.COMPLETE ? null : "killed by signal 9", false, 0,
                state == RankState.COMPLETE ? SECONDS : 50, 10_000, lost, null,
                how == Alignment.How.MODEL ? new StatedError(150, -1_200, 1_300, ReferenceTime.How.values()[0]) : null,
                how == Alignment.How.NOT_ALIGNED ? "the clock of n1 could not be measured" : null);
    }

    private ClusterView view() {
        List<Quantity.RankRates> rates = IntStream.range(0, 8)
                .mapToObj(r -> new Quantity.RankRates(r, means[r], means[r], means[r],
                        Arrays.stream(means[r]).average().orElse(0), Arrays.stream(means[r]).max().orElse(0), measured,
                        null))
                .toList();
        Heading heading = new Heading("app", List.of("mpirun", "-np", "8", "./app"), "mpirun", "openmpi",
                List.of("n0", "n1"), "2026-01-31T02:10:11Z", 10_000_000, List.of("AMD EPYC"), List.of("pmu"),
                List.of(new Heading.NotCounted("cache-misses", List.of(1, 2), "no such event")), ClusterState.FINISHED,
                null, List.of("rank 3: its recording is cut off"));
        return new ClusterView(heading, new TimeAxis("n0", 0, SECONDS, 0, SECONDS, SECONDS / BINS, BINS), quality,
                ranks, List.of(new Quantity(quantity, "instructions/cycle", Quantity.Kind.RATIO, true,
                        "instructions / cycles", rates)),
                phases, phases == null ? "no messages were traced" : null, null);
    }

    private List<String> findings() {
        return ClusterPage.of(view(), Optional.empty()).findings().stream().map(PageFinding::text).toList();
    }

    @Test
    void aRunWithoutTroubleHasNothingToLookAt() {
        assertThat(findings()).isEmpty();
    }

    @Test
    void aRankThatIsSlowForAWhileIsFoundAndZoomedTo() {
        for (int b = 260; b < 380; b++) {
            means[5][b] *= 0.6;
        }
        List<PageFinding> found = ClusterPage.of(view(), Optional.empty()).findings();

        assertThat(found).hasSize(1);
        assertThat(found.get(0).text()).matches(
                "Rank 5 on n1 has (39|40|41)\u2009% less ipc than the median rank from 40.6\u2009s to 59.4\u2009s\\.");
        assertThat(found.get(0).lane()).isEqualTo(5);
        assertThat(found.get(0).metric()).isZero();
        assertThat(found.get(0).from()).isCloseTo(38.75, within(0.01));
        assertThat(found.get(0).to()).isCloseTo(61.25, within(0.01));
    }

    @Test
    void oneBurstIsNoDeviation() {
        means[5][100] *= 40;
        assertThat(findings()).isEmpty();
    }

    @Test
    void whatTakesTheGroundAwayComesFirstAndFiveAreEnough() {
        Arrays.setAll(means[6], b -> means[6][b] * 2.5);
        measured = 0.5;
        ranks.set(1, rank(1, Alignment.How.SAME_CLOCK, RankState.CUT_OFF, 0));
        ranks.set(2, rank(2, Alignment.How.SAME_CLOCK, RankState.COMPLETE, 500));
        ranks.set(7, rank(7, Alignment.How.NOT_ALIGNED, RankState.COMPLETE, 0));
        quality = new AlignmentQuality(AlignmentQuality.Kind.PARTIAL, Double.POSITIVE_INFINITY,
                "Not on one time: rank 7 · n1 is drawn grey");
        phases = phases(0.3, 0.4);
        List<String> found = findings();

        assertThat(found).hasSize(5);
        assertThat(found.get(0)).isEqualTo("Rank 1 is cut off: killed by signal 9.");
        assertThat(found.get(1))
                .isEqualTo("Not on one time: rank 7 · n1 is drawn grey: the clock of n1 could not be measured.");
        assertThat(found.get(4)).isEqualTo("Rank 2 lost 500 samples, 4.8\u2009% of its samples.");
        assertThat(found.get(2)).isEqualTo("Rank 6 on n1 has 2.5 times the median rank's ipc, during the whole run.");
        assertThat(found.get(3)).isEqualTo(
                "In phase P1, 40\u2009% of the run, rank 3 computes 30\u2009% longer than the average rank, and the other ranks wait.");
    }

    @Test
    void anImbalancedPhaseIsShownWhereItsSlowestRankIsLongestInIt() {
        phases = phases(0.3, 0.4);
        PageFinding found = ClusterPage.of(view(), Optional.empty()).findings().get(0);
        assertThat(found.from()).isCloseTo(37.5, within(1e-9));
        assertThat(found.to()).isCloseTo(52.5, within(1e-9));
        assertThat(found.lane()).isEqualTo(3);

        phases = phases(0.05, 0.4);
        assertThat(findings()).as("balanced within 10 %").isEmpty();
        phases = phases(0.5, 0.03);
        assertThat(findings()).as("a small part of the run").isEmpty();
        criticalRank = -1;
        phases = phases(0.5, 0.4);
        assertThat(findings()).as("the occurrences vary as much as the ranks differ").isEmpty();
    }

    /** Checks that no rank has a rate before the program's own start: twice zero is zero. */
    @Test
    void whatIsFarBelowTheRestOfTheRunIsNoDeviation() {
        for (int r = 0; r < 8; r++) {
            for (int b = 0; b < 200; b++) {
                means[r][b] *= r == 5 ? 0.02 : 0.01;
            }
        }
        assertThat(findings()).isEmpty();
    }

    @Test
    void migrationsAndClocksThatAreWorseThanABinAreSaid() {
        quantity = "cpu-migrations";
        Arrays.stream(means).forEach(m -> Arrays.fill(m, 0.2));
        Arrays.fill(means[3], 120);
        quality = new AlignmentQuality(AlignmentQuality.Kind.ALIGNED, 2e8, "Aligned");
        assertThat(findings()).contains(
                "Rank 3 moved to another CPU 120 times per second of running time, with empty caches: bind ranks to CPUs (mpirun --bind-to core).",
                "Two hosts' times may differ by more than a bin of this page (156\u2009ms): by 200\u2009ms. Events on two hosts that are closer together have no defined order.");
    }

    @Test
    void aClockThatDidNotGoEvenlyIsSaid() {
        ranks.set(6, new RankView(6, "n1", Alignment.How.MODEL, null, RankState.COMPLETE, null, false, 0, SECONDS,
                10_000, 0, null, new StatedError(900, -1_000, 1_000, ReferenceTime.How.values()[0]), null));
        assertThat(findings()).containsExactly(
                "The clock of n1 is fitted with a standard error of 900\u2009ns, which is large compared with its guaranteed interval of "
                        + "2\u2009µs: its rate changed during the measurement.");
    }

    @Test
    void multiplexedCountsAreEstimates() {
        measured = 0.25;
        assertThat(findings()).containsExactly(
                "ipc is a scaled estimate: on rank 0 it was counted 25\u2009% of the time (multiplexed).");
    }

    @Test
    void starvedRanksAreReportedBeforeTheirComputation() {
        starved = List.of(new CpuShortage(3, true, 0.5, 12));
        phases = phases(0.3, 0.4);
        assertThat(findings().get(0)).startsWith("Rank 3 was starved of CPU: outside MPI it ran 50");
        assertThat(findings().get(1)).contains("rank 3 computes 30",
                "than the average rank, without waits for a CPU, and the other ranks wait.");
        starved = List.of(new CpuShortage(3, false, 0.3, 12));
        phases = phases(0.3, 0.4);
        assertThat(findings().get(1)).contains("rank 3 is outside MPI 30", "; it was starved of CPU or blocked.");
    }

    private PhaseView phases(double imbalance, double share) {
        PhaseRow row = new PhaseRow("P1", "Allreduce 8 B", 20, share * SECONDS, Double.NaN, share, 1, 1.2, 1,
                1 + imbalance, imbalance, criticalRank, 0.2, 0.5, true,
                List.of(new PhaseRow.CountInPhase("instructions", "instructions", 123_456_789_012.0, 123_000_000_000.0,
                        124_000_000_000.0, null)),
                List.of(new PhaseRow.MetricInPhase("ipc", "instructions/cycle", 1.23456, null)),
                new PhaseRow.Shares(0.72, 0.8, 0.9, 0.95, 0.947));
        PhaseRow outside = new PhaseRow("outside", "before the first phase", 0, Double.NaN, Double.NaN, Double.NaN, 0,
                0, 0, 0, Double.NaN, -1, Double.NaN, 0, false, List.of(), List.of(), PhaseRow.Shares.UNKNOWN);
        List<PhaseView.RankPhaseSpans> spans = IntStream.range(0, 8)
                .mapToObj(r -> new PhaseView.RankPhaseSpans(r, new int[]{0, 0}, new double[]{10, 40},
                        new double[]{12, 50}))
                .toList();
        return new PhaseView(List.of(new PhaseView.PhaseKind("P1", "Allreduce 8 B", true)), 1, share, spans,
                PhaseView.CallView.NONE, List.of(row, outside), List.of(), starved, List.of("A note."), null);
    }

    @Test
    void tablesHoldExactDecimalsAndWhatIsNotKnownIsADash() {
        phases = phases(0.3, 0.4);
        ranks.replaceAll(r -> r.rank() >= 4 ? rank(r.rank(), Alignment.How.MODEL, RankState.COMPLETE, 0) : r);
        quality = new AlignmentQuality(AlignmentQuality.Kind.COARSE, 2e7,
                "Not comparable within a sampling period of 10 ms");
        Page page = ClusterPage.of(view(), Optional.empty());
        String html = HtmlPage.text(page).replace('\u2009', ' ');

        assertThat(html).contains("<h1>app on 8 ranks</h1>",
                "2 hosts · AMD EPYC · mpirun (openmpi) · every 10 ms · 2026-01-31T02:10:11Z",
                "<td class=\"number\">123 456 789 012 (123 000 000 000 to 124 000 000 000)</td>",
                "<td class=\"number\">≈ 1.235</td>", ">load balance</th>", "<td class=\"number\">95 %</td>",
                "<th scope=\"row\">outside</th><td>before the first phase</td><td class=\"number\">–</td>",
                "<tr data-phase=\"0\">",
                "<th scope=\"row\">n1</th><td class=\"number\">0.150</td><td class=\"number\">−1.200</td><td "
                        + "class=\"number\">1.300</td>",
                "cache-misses on rank 1, 2: no such event", "rank 3: its recording is cut off", "mpirun -np 8 ./app");
        assertThat(html.replaceAll("(?s)<script.*", ""))
                .as("times that differ by more than a period are not called aligned")
                .doesNotContain("Aligned")
                .contains("not aligned");
    }

    @Test
    void aRunsRecordingsBecomeAPage() throws IOException {
        ClusterRun run = new SyntheticRun(folder, 4, 10_000_000, List.of(new SyntheticRun.HostClock("head", 0, 0, 0),
                new SyntheticRun.HostClock("fast", 7_654_321_987L, 120, 2_000))).write();
        ClusterResults results = ClusterResults.of(run, ViewRequest.whole(), ProgressDisplay.NONE);
        results.page(run.folder().page());
        String html = Files.readString(folder.resolve("page.html"));
        assertThat(html).as("no timeline of the trace").doesNotContain("timeline.html");
        Files.createDirectories(folder.resolve("trace"));
        Files.writeString(folder.resolve("trace/timeline.html"), "<html>");
        results.page(run.folder().page());
        assertThat(folder.resolve("page.html")).content()
                .contains("<a href=\"./trace/timeline.html\">timeline of the trace</a>");
        Path elsewhere = Files.createDirectories(folder.resolve("pages")).resolve("page.html");
        results.page(elsewhere);
        assertThat(elsewhere).content().contains("<a href=\"./../trace/timeline.html\">");

        assertThat(html).contains(" on 4 ranks</h1>", "page-faults", "<h2>Phases</h2>", "<h2>Ranks</h2>",
                "<h2>MPI calls</h2>", ">MPI_Barrier</th>", "<h2>Clocks</h2>", "<th scope=\"row\">fast</th>",
                "Aligned: times of two hosts", "400 bins of 10\u2009ms", "\"reference\":\"head\"", "\"clocks\":[{");
        assertThat(html.replaceAll("(?s)<script>.*?</script>", "")).doesNotContain("NaN", "null<", "Infinity");
    }
}
