package runbench.align.view;

import runbench.align.view.ClusterView.RankView;
import runbench.align.view.ClusterView.MessageView;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.align.synthetic.MadeUpRun;
import runbench.align.synthetic.SyntheticPlan;
import runbench.align.traces.Alignment;
import runbench.align.view.ClusterReading.ClusterViews;
import runbench.align.view.SyntheticRun.HostClock;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;

/** Tests views of synthetic runs on hosts with different clocks against the known truth. */
@Tag("beside")
@Tag("scenario")
class ClusterViewTest {
    private static final long MS = SyntheticRun.MS;
    private static final HostClock HEAD = new HostClock("head", 0, 0, 0);
    private static final HostClock FAST = new HostClock("fast", 7_654_321_987L, 120, 2_000);
    private static final HostClock SLOW = new HostClock("slow", -3_210_000_123L, -180, 3_000);

    @TempDir
    Path folder;

    private ClusterRun run() throws IOException {
        return new SyntheticRun(folder, 6, 10 * MS, List.of(HEAD, FAST, SLOW)).write();
    }

    @Test
    void ranksOfClocksSecondsApartChangeTheirRateInOneBucket() throws IOException {
        ClusterView view = SyntheticRun.view(run(), ViewRequest.whole());
        assertThat(view.axis().runS()).isCloseTo(SyntheticRun.END / 1e9, within(1e-6));
        PublishedSchemas.check(OutputFormat.CLUSTER_VIEW, view.json());
        assertThat(view.axis().bucketS()).isEqualTo(0.01);
        Quantity faults = view.quantity("page-faults").orElseThrow();
        int change = (int) (SyntheticRun.CHANGE / (10 * MS));
        for (Quantity.RankRates r : faults.ranks()) {
            assertThat(r.present()).isTrue();
            assertThat(r.mean()[change - 2]).as("rank %d before", r.rank()).isCloseTo(1000, within(1.0));
            assertThat(r.mean()[change + 1]).as("rank %d after", r.rank()).isCloseTo(5000, within(5.0));
        }
        assertThat(view.alignment().kind()).isEqualTo(AlignmentQuality.Kind.ALIGNED);
        assertThat(view.alignment().worstNs()).isBetween(5_000.0, 10_000.0);
        assertThat(view.ranks()).allMatch(RankView::aligned).allMatch(r -> Math.abs(r.startS()) < 1e-5);
        assertThat(view.ranks().get(1).error().how()).isNotEmpty();
        assertThat(view.ranks().get(0).error()).isNull();
        assertThat(view.heading().notCounted()).singleElement().satisfies(n -> {
            assertThat(n.event()).isEqualTo("instructions");
            assertThat(n.ranks()).hasSize(6);
            assertThat(n.why()).isEqualTo("this machine has no PMU");
        });
    }

    @Test
    void phasesChangeWithTheRatesOnEveryRank() throws IOException {
        ClusterView view = SyntheticRun.view(run(), ViewRequest.whole());
        assertThat(view.phases().kinds()).hasSize(2);
        PublishedSchemas.check(OutputFormat.CLUSTER_VIEW, view.json());
        for (PhaseView.RankPhaseSpans s : view.phases().spans()) {
            int last = s.kind().length - 1;
            assertThat(s.kind()[0]).isZero();
            assertThat(s.kind()[last]).isEqualTo(1);
            assertThat(s.startS()[last]).as("rank %d", s.rank()).isCloseTo(SyntheticRun.CHANGE / 1e9, within(0.002));
            assertThat(s.endS()[last]).isCloseTo(SyntheticRun.END / 1e9, within(1e-4));
        }
    }

    @Test
    void countsOfPhasesMatchTheSyntheticRun() throws IOException {
        PhaseView phases = SyntheticRun.view(run(), ViewRequest.whole()).phases();
        PhaseRow first = phases.rows().stream().filter(r -> r.label().equals("P1")).findFirst().orElseThrow();
        PhaseRow second = phases.rows().stream().filter(r -> r.label().equals("P2")).findFirst().orElseThrow();
        PhaseRow outside = phases.rows().get(phases.rows().size() - 1);
        // A rank's first phase begins with its first call; earlier time belongs to no phase.
        double before = 5 * SyntheticRun.faults(160 * MS) + SyntheticRun.faults(180 * MS);
        assertCount(first, 6 * SyntheticRun.faults(SyntheticRun.CHANGE) - before);
        assertCount(second, 6 * 5 * BARRIERS_MS);
        assertCount(outside, before);
        assertThat(first.counts().get(0).count() + second.counts().get(0).count() + outside.counts().get(0).count())
                .isCloseTo(6 * SyntheticRun.faults(SyntheticRun.END), within(1e-6));
        assertThat(second.occurrences()).isEqualTo(SyntheticRun.BARRIERS);
        assertThat(second.timeS()).isCloseTo(BARRIERS_MS / 1e3, within(1e-4));
        assertThat(second.criticalRank()).isZero();
        assertThat(second.busyMaxS()).isCloseTo(1.8, within(1e-3));
        assertThat(second.imbalance()).isCloseTo(1.8 / ((1.8 + 5 * 1.6) / 6) - 1, within(1e-3));
        assertThat(second.mpiShare()).isCloseTo((0.1 + 5 * 0.2) / 6, within(1e-3));
        assertThat(second.belowPeriod()).isFalse();
        assertThat(second.counts().get(1).count()).isNaN();
        assertThat(second.counts().get(1).why()).contains("this machine has no PMU");
        assertThat(second.metrics()).filteredOn(m -> m.name().equals("cpu_utilisation"))
                .singleElement()
                .satisfies(m -> assertThat(m.value()).isCloseTo(1, within(0.01)));
        assertThat(second.metrics()).filteredOn(m -> m.name().equals("ipc")).singleElement().satisfies(m -> {
            assertThat(m.value()).isNaN();
            assertThat(m.why()).contains("no PMU");
        });
    }

    @Test
    void efficienciesOfPhasesMatchTheSyntheticRun() throws IOException {
        PhaseRow second = SyntheticRun.view(run(), ViewRequest.whole())
                .phases()
                .rows()
                .stream()
                .filter(r -> r.label().equals("P2"))
                .findFirst()
                .orElseThrow();
        PhaseRow.Shares shares = second.efficiency();
        // Rank 0 computes for 90 % of each round, the five others for 80 %; all leave the barrier together.
        double mean = (0.9 + 5 * 0.8) / 6;
        assertThat(shares.parallelEfficiency()).isCloseTo(mean, within(2e-3));
        assertThat(shares.loadBalance()).isCloseTo(mean / 0.9, within(2e-3));
        assertThat(shares.communicationEfficiency()).isCloseTo(0.9, within(2e-3));
        assertThat(shares.serialisation() * shares.transfer()).isCloseTo(shares.communicationEfficiency(),
                within(1e-9));
        assertThat(shares.serialisation()).as("always the same rank is the last").isCloseTo(1, within(2e-3));
    }

    private static final double BARRIERS_MS = SyntheticRun.BARRIERS * 100;

    private static void assertCount(PhaseRow row, double truth) {
        PhaseRow.CountInPhase c = row.counts().get(0);
        assertThat(c.event()).isEqualTo("page-faults");
        assertThat(c.count()).as(row.label()).isCloseTo(truth, within(0.005 * truth + 6));
        assertThat(truth).as(row.label()).isBetween(c.least() - 6, c.most() + 6);
        assertThat(c.most() - c.least()).as("divided samples").isLessThan(6 * 4 * 50.0 + 12);
    }

    @Test
    void theTableMarksPhasesShorterThanThePeriod() throws IOException {
        ClusterRun run = new SyntheticRun(folder, 2, 3_000 * MS, List.of(HEAD)).write();
        PhaseView phases = SyntheticRun.view(run, ViewRequest.whole()).phases();
        assertThat(phases.rows()).filteredOn(r -> r.label().startsWith("P")).allMatch(PhaseRow::belowPeriod);
        assertThat(phases.notes()).anyMatch(n -> n.contains("less than a sampling period"));
        PhaseRow.CountInPhase count = phases.rows().get(0).counts().get(0);
        assertThat(count.least()).isZero();
        assertThat(count.most()).isGreaterThan(count.count());
    }

    @Test
    void aHostWithoutModelIsMarkedAsNotAligned() throws IOException {
        ClusterRun run = run();
        Files.delete(folder.resolve("clocks/slow.model.json"));
        ClusterView view = SyntheticRun.view(run, ViewRequest.whole());
        assertThat(view.alignment().kind()).isEqualTo(AlignmentQuality.Kind.PARTIAL);
        assertThat(view.alignment().words()).contains("2 · slow", "5 · slow").doesNotContainIgnoringCase("aligned:");
        assertThat(view.ranks().get(2).how()).isEqualTo(Alignment.How.NOT_ALIGNED);
        assertThat(view.ranks().get(2).startS()).isCloseTo(0, within(1e-5));
        assertThat(view.phases().rows()).as("times of ranks that nobody can compare")
                .noneMatch(r -> r.efficiency().known());
        assertThat(view.phases().notes()).anyMatch(n -> n.startsWith("No efficiencies"));
        assertThat(view.quantity("page-faults").orElseThrow().ranks()).allMatch(Quantity.RankRates::present);
        // Its counts need no clock model: recording and trace are stamped by one clock.
        assertCount(view.phases().rows().stream().filter(r -> r.label().equals("P2")).findFirst().orElseThrow(),
                6 * 5 * BARRIERS_MS);
    }

    @Test
    void barriersContradictAWrongClock() throws IOException {
        ClusterRun run = run();
        assertThat(SyntheticRun.view(run, ViewRequest.whole()).alignment().check().isContradicted()).isFalse();
        Path file = folder.resolve("clocks/slow.model.json");
        NodeModel model = ModelFile.read(file);
        List<WindowModel> stepped = model.windows()
                .stream()
                .map(w -> new WindowModel(w.x0Nanos(), w.baseNanos() + 500 * MS, w.offsetNanos(), w.slope(),
                        w.errStatNanos(), w.slopeErr(), w.loNanos(), w.hiNanos(), w.slopeLo(), w.slopeHi(),
                        w.rttMinNanos(), w.exchanges(), w.method(), w.stamps(), w.ticks(), w.external()))
                .toList();
        ModelFile.write(file, new NodeModel(model.node(), model.reference(), model.source(), model.wander(), stepped),
                1e5);
        ClusterView view = SyntheticRun.view(run, ViewRequest.whole());
        AlignmentQuality found = view.alignment();
        assertThat(found.kind()).isEqualTo(AlignmentQuality.Kind.CONTRADICTED);
        assertThat(found.check().impossibleBarriers()).isEqualTo(found.check().barriers()).isPositive();
        assertThat(found.words()).contains("Clocks contradicted: ").contains("barriers").contains("cannot be compared");
        PublishedSchemas.check(OutputFormat.CLUSTER_VIEW, view.json());
        assertThat(view.json()).contains("\"impossible_barriers\" : " + found.check().barriers());
    }

    @Test
    void aRunIsNotAlignedIfTheIntervalExceedsThePeriod() throws IOException {
        HostClock vague = new HostClock("vague", 1_000_000, 10, 8_000_000);
        ClusterRun run = new SyntheticRun(folder, 4, 10 * MS,
                List.of(HEAD, vague, new HostClock("other", 5, 1, 7_000_000))).write();
        ClusterView view = SyntheticRun.view(run, ViewRequest.whole());
        assertThat(view.alignment().kind()).isEqualTo(AlignmentQuality.Kind.COARSE);
        assertThat(view.alignment().words()).doesNotContainIgnoringCase("aligned")
                .contains("Not comparable within a sampling period of 10");
    }

    @Test
    void aRankWithErrorsAboveABucketIsNotComparable() throws IOException {
        HostClock vague = new HostClock("vague", 1_000_000, 10, 15_000_000);
        ClusterRun run = new SyntheticRun(folder, 4, 10 * MS, List.of(HEAD, vague)).write();
        assertThat(SyntheticRun.view(run, ViewRequest.whole()).ranks()).extracting(RankView::incomparable)
                .containsExactly(null, "its clock is known to ±15 ms there, and a bucket is 10 ms", null,
                        "its clock is known to ±15 ms there, and a bucket is 10 ms");
        assertThat(SyntheticRun.view(run, ViewRequest.whole().withBuckets(100)).ranks()).as("buckets of 40 ms")
                .extracting(RankView::incomparable)
                .containsOnlyNulls();
    }

    @Test
    void ranksOfOneUnmeasuredClockAreComparable() throws IOException {
        ClusterRun run = run();
        Files.delete(folder.resolve("clocks/slow.model.json"));
        Files.delete(folder.resolve("clocks/fast.model.json"));
        ClusterView several = SyntheticRun.view(run, ViewRequest.whole());
        assertThat(several.ranks()).extracting(r -> r.incomparable() == null)
                .containsExactly(true, false, false, true, false, false);
        assertThat(several.ranks().get(1).startS()).as("both ranks of the host are moved together")
                .isEqualTo(several.ranks().get(4).startS());

        Path one = folder.resolve("one");
        Path json = one.resolve("cluster.json");
        new SyntheticRun(one, 2, 10 * MS, List.of(HEAD)).write();
        Files.writeString(json, Files.readString(json).replaceFirst("clock-head", "clock-elsewhere"));
        ClusterView alone = SyntheticRun.view(ClusterRun.read(one), ViewRequest.whole());
        assertThat(alone.alignment().kind()).isEqualTo(AlignmentQuality.Kind.ONE_CLOCK);
        assertThat(alone.ranks()).extracting(RankView::how).containsOnly(Alignment.How.NOT_ALIGNED);
        assertThat(alone.ranks()).extracting(RankView::incomparable).containsOnlyNulls();
        assertThat(alone.phases().rows().get(0).efficiency().known()).isTrue();
    }

    /** Latencies of 20 us, and a clock that is 50 us wrong: some arrows point backwards. */
    @Test
    void theOrderOfMessagesFollowsTheClocksIntervals() throws IOException {
        MessageView within = messages(50_000, 200_000);
        assertThat(within.orders()).contains(MessageView.Order.FORWARDS, MessageView.Order.BACKWARDS)
                .doesNotContain(MessageView.Order.IMPOSSIBLE, MessageView.Order.INCOMPARABLE);
        for (int i = 0; i < within.size(); i++) {
            assertThat(within.orders()[i] == MessageView.Order.BACKWARDS)
                    .isEqualTo(within.receivedS()[i] < within.sentS()[i]);
        }
        assertThat(within.backwards()).isPositive();
        assertThat(messages(50_000, 1_000).orders()).as("intervals that the clocks leave")
                .contains(MessageView.Order.IMPOSSIBLE);
        MessageView coarse = messages(0, 30_000_000);
        assertThat(coarse.size()).isPositive();
        for (int i = 0; i < coarse.size(); i++) {
            boolean oneHost = coarse.fromRank()[i] / 2 == coarse.toRank()[i] / 2;
            assertThat(coarse.orders()[i])
                    .isEqualTo(oneHost ? MessageView.Order.FORWARDS : MessageView.Order.INCOMPARABLE);
        }
    }

    /**
     * Of a run on two hosts.
     *
     * @param error of the model of the second, ns
     * @param guaranteed half of the interval that it states, whatever its true error, ns
     */
    private MessageView messages(double error, double guaranteed) throws IOException {
        Path to = folder.resolve("run-" + guaranteed);
        MadeUpRun.write(new SyntheticPlan(4, 2, 200, 10 * MS, 20, 50, 4, 1), to);
        Path file = to.resolve("clocks/node1.model.json");
        NodeModel model = ModelFile.read(file);
        ModelFile.write(file,
                new NodeModel(model.node(), model.reference(), model.source(), model.wander(),
                        model.windows()
                                .stream()
                                .map(w -> new WindowModel(w.x0Nanos(), w.baseNanos(), w.offsetNanos() + error,
                                        w.slope(), w.errStatNanos(), w.slopeErr(), w.offsetNanos() + error - guaranteed,
                                        w.offsetNanos() + error + guaranteed, w.slopeLo(), w.slopeHi(), w.rttMinNanos(),
                                        w.exchanges(), w.method(), w.stamps(), w.ticks(), w.external()))
                                .toList()),
                1e6);
        return SyntheticRun.view(ClusterRun.read(to), new ViewRequest(0.0, 2.0, 100, List.of(), 500)).messages();
    }

    @Test
    void truncatedOrLostDataIsMissingNotZero() throws IOException {
        SyntheticRun synthetic = new SyntheticRun(folder, 4, 10 * MS, List.of(HEAD));
        synthetic.write();
        Path cut = folder.resolve("ranks/rank-00001-head/samples.rec");
        try (var channel = FileChannel.open(cut, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        }
        SyntheticRun.gone(folder.resolve("ranks/rank-00002-head"));
        SyntheticRun.gone(folder.resolve("trace/rank-00003.mpit"));
        ClusterView view = SyntheticRun.view(synthetic.record(ClusterState.INCOMPLETE, "rank 1 cut off"),
                ViewRequest.whole());
        Quantity faults = view.quantity("page-faults").orElseThrow();
        double[] half = faults.ranks().get(1).mean();
        assertThat(half[50]).isCloseTo(1000, within(1.0));
        assertThat(half[half.length - 10]).isNaN();
        assertThat(faults.ranks().get(2).present()).isFalse();
        assertThat(faults.ranks().get(2).absent()).isNotBlank();
        assertThat(view.ranks().get(2).endS()).as("its trace tells when it ran")
                .isCloseTo(SyntheticRun.END / 1e9, within(1e-6));
        assertThat(view.heading().complete()).isFalse();
        assertThat(view.heading().remarks()).anyMatch(r -> r.startsWith("rank 1: its recording is"));
        assertThat(view.json()).contains("\"state\" : \"incomplete\"").doesNotContain("NaN");
    }

    @Test
    void aWindowHasItsOwnBucketsAndMessages() throws IOException {
        ClusterRun run = run();
        ClusterView view = SyntheticRun.view(run, new ViewRequest(1.9, 2.1, 100, List.of("page-faults"), 10));
        assertThat(view.axis().zoomed()).isTrue();
        assertThat(view.axis().buckets()).isEqualTo(20);
        assertThat(view.quantities()).singleElement().satisfies(q -> q.ranks().forEach(r -> {
            assertThat(r.mean()[5]).isCloseTo(1000, within(1.0));
            assertThat(r.mean()[15]).isCloseTo(5000, within(5.0));
        }));
        assertThat(view.messages().size()).isZero();
        SyntheticRun.view(run, new ViewRequest(1.905, 2.095, 100, List.of("cpu_utilisation"), 0))
                .quantities()
                .get(0)
                .ranks()
                .forEach(r -> assertThat(Arrays.stream(r.mean()).allMatch(v -> Math.abs(v - 1) < 1e-3))
                        .as("edges of the window")
                        .isTrue());
        assertThatThrownBy(() -> SyntheticRun.view(run, new ViewRequest(50.0, 60.0, 100, List.of(), 0)))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("the run takes 4.000 s");
        assertThatThrownBy(() -> SyntheticRun.view(run, new ViewRequest(null, null, 100, List.of("cycles"), 0)))
                .hasMessageContaining("--events cycles: no rank has it");
    }

    /**
     * One rank, recorded by the kernel on an AMD Zen 5 guest, task by task and CPU by CPU: its periods overlap and come
     * late.
     */
    private ClusterRun recorded() throws IOException {
        ClusterRun run = new SyntheticRun(folder, 1, 10 * MS, List.of(HEAD)).write();
        try (var in = new GZIPInputStream(Files.newInputStream(
                Path.of(System.getProperty("runbench.home", ".."), "parser/src/test/resources/zen5-xalan.rec.gz")))) {
            Files.copy(in, folder.resolve("ranks/rank-00000-head/samples.rec"), StandardCopyOption.REPLACE_EXISTING);
        }
        SyntheticRun.gone(folder.resolve("trace"));
        return run;
    }

    @Test
    void oneReadingEqualsSeparateReadingsForChartAndPage() throws IOException {
        ClusterRun run = recorded();
        for (int[] wanted : new int[][]{{20, 90}, {90, 20}, {40, 40}}) {
            ViewRequest request = ViewRequest.whole().withBuckets(wanted[0]);
            ClusterViews together = SyntheticRun.views(run, request, wanted[1]);
            assertSame(together.chart(), wanted[0]);
            assertSame(together.page(), wanted[1]);
            assertThat(together.page().axis().bucketS() / together.chart().axis().bucketS())
                    .as("one are several of the other together")
                    .satisfies(
                            r -> assertThat(Math.max(r, 1 / r)).isCloseTo(Math.rint(Math.max(r, 1 / r)), within(1e-9)));
        }
    }

    private void assertSame(ClusterView view, int most) throws IOException {
        assertThat(view.axis().buckets()).isLessThanOrEqualTo(most).isGreaterThan(most / 2);
        // Of a run without messages nothing but the buckets depends on how many of them are wanted.
        ClusterView alone = SyntheticRun.view(ClusterRun.read(folder),
                ViewRequest.whole().withBuckets(view.axis().buckets()));
        assertThat(view.axis()).isEqualTo(alone.axis());
        assertThat(view.quantities()).hasSameSizeAs(alone.quantities()).hasSizeGreaterThan(2);
        for (Quantity q : view.quantities()) {
            Quantity.RankRates together = q.ranks().get(0);
            Quantity.RankRates apart = alone.quantity(q.name()).orElseThrow().ranks().get(0);
            assertSame(q.name(), together.mean(), apart.mean());
            assertSame(q.name(), together.min(), apart.min());
            assertSame(q.name(), together.max(), apart.max());
            assertThat(together.overall()).isEqualTo(apart.overall());
        }
    }

    private static void assertSame(String name, double[] together, double[] apart) {
        assertThat(together).as(name).hasSameSizeAs(apart);
        for (int b = 0; b < apart.length; b++) {
            double truth = apart[b];
            assertThat(together[b]).as("%s in bucket %d", name, b)
                    .satisfies(v -> assertThat(Double.isNaN(truth) ? Double.isNaN(v)
                            : Math.abs(v - truth) <= 1e-9 * Math.max(1, Math.abs(truth))).isTrue());
        }
    }

    @Test
    void aWindowHasTheValuesOfTheWholeRun() throws IOException {
        ClusterRun run = recorded();
        ClusterView whole = SyntheticRun.view(run, new ViewRequest(null, null, 1 << 20, List.of(), 0));
        int from = whole.axis().buckets() / 3;
        int to = from + 20;
        double[] edges = whole.axis().edges();
        ClusterView part = SyntheticRun.view(run, new ViewRequest(edges[from], edges[to], 1 << 20, List.of(), 0));
        assertThat(part.axis().buckets()).isEqualTo(20);
        assertThat(whole.quantities()).isNotEmpty();
        for (Quantity q : whole.quantities()) {
            double[] mean = part.quantity(q.name()).orElseThrow().ranks().get(0).mean();
            for (int b = 1; b < 19; b++) {
                double all = q.ranks().get(0).mean()[from + b];
                if (Double.isNaN(all)) {
                    assertThat(mean[b]).as("%s in bucket %d", q.name(), b).isNaN();
                } else {
                    assertThat(mean[b]).as("%s in bucket %d", q.name(), b)
                            .isCloseTo(all, within(1e-6 * Math.max(1, Math.abs(all))));
                }
            }
        }
    }
}
