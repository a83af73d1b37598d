package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junitpioneer.jupiter.RetryingTest;
import runbench.align.clock.RecordedStamps;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;
import runbench.align.traces.AlignedIndex;
import runbench.align.traces.Alignment;
import runbench.align.traces.BarrierResiduals;
import runbench.align.traces.Comparability;
import runbench.base.progress.Progress;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime;
import runbench.base.timeline.Timeline;
import runbench.parser.record.Recording;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiPrograms;
import runbench.pas2p.trace.MpiTrace;

/**
 * Four hosts in network namespaces, with their own names and with clocks seconds apart that drift by up to 180 ppm. An
 * MPI program runs across them, sampled and traced, and its clocks are measured before and after. All stamps are made
 * by one true clock and changed afterwards. The truth of every stamp on the aligned axis is therefore known.
 */
@Tag("machine")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ClusterHostsTest {
    private static final int HOSTS = 4;
    private static final int BARRIERS = 60;
    private static final Path HOME = Path.of(System.getProperty("runbench.home", ".")).toAbsolutePath().normalize();

    @TempDir
    private Path dir;
    private Path program;
    private NamespaceHosts hosts;

    @BeforeEach
    void makeTheHosts() throws Exception {
        Assumptions.assumeTrue(Bed.onPath("mpirun.openmpi"), "mpirun.openmpi is missing (apt-get install openmpi-bin)");
        program = MpiPrograms.program("phases", "openmpi");
        Assumptions.assumeTrue(Files.isExecutable(HOME.resolve("native/build/bundle/runbench-rank")),
                "the bundle was not built (make -C native bundle)");
        hosts = NamespaceHosts.up(HOSTS);
        Runbench.assumeCounting(dir);
    }

    @AfterEach
    void removeThem() throws Exception {
        if (hosts != null) {
            hosts.close();
        }
    }

    private static String[] lines(String text) {
        return text.strip().split("\n");
    }

    // Repeated once: a suspended CPU can delay one direction of most exchanges; the clock error then exceeds its
    // interval.
    @RetryingTest(2)
    void barriersCoincideAndEveryTruthLiesWithinItsInterval() throws Exception {
        ClusterRun run = run();
        Path original = restamp(run);
        assertThat(Runbench.run(dir.resolve("align.out"), "align", "-q", run.folder().path().toString(), "--corrected",
                dir.resolve("corrected").toString()).code()).isZero();
        AlignedIndex index = index(run);
        barriers(index.barriers());
        leavePicture(run);
        assertThat(index.ranks()).hasSize(HOSTS).allSatisfy(r -> {
            assertThat(r.how()).isEqualTo("model");
            assertThat(r.known()).isEqualTo("interpolated");
            assertThat(Files.size(run.folder().path().resolve(r.file()))).isPositive();
        });
        assertThat(index.messages().matched()).isPositive();
        assertThat(index.messages().reversedBefore()).isPositive();
        assertThat(index.messages().impossible()).isZero();
        assertThat(MpiTrace.open(dir.resolve("corrected")).complete()).isTrue();
        truths(run, original);
        comparisons(run, index);
        aClockThatSteppedUnseenIsFoundOut(run);
    }

    /** Checks that a clock step outside both windows is found; only messages and barriers can reveal it. */
    private void aClockThatSteppedUnseenIsFoundOut(ClusterRun run) throws Exception {
        new RehearsedClock(-200_000_000, 0, 0).intoTrace(run.trace().orElseThrow().resolve("rank-00003.mpit"));
        Path copy = dir.resolve("in order");
        assertThat(Runbench
                .run(dir.resolve("align.out"), "align", run.folder().path().toString(), "--corrected", copy.toString())
                .code()).isZero();
        AlignedIndex index = index(run);
        System.out.println(index.messages() + " " + index.corrected());
        assertThat(index.messages().impossible()).isPositive();
        assertThat(index.messages().worst().to()).isEqualTo(3);
        // A step of 200 ms, and the other errors of the clocks.
        assertThat(index.messages().worst().beyondNs()).isBetween(10e6, 201e6);
        assertThat(index.barriers().beyond()).isGreaterThan(BARRIERS * 5 / 6);
        assertThat(index.corrected().messages()).isPositive();
        assertThat(index.corrected().largestNs()).isBetween(150_000_000L, 250_000_000L);
    }

    /** Writes chart, barriers and page of the aligned run if the property {@code -Drunbench.pictures=FOLDER} is set. */
    private static void leavePicture(ClusterRun run) throws IOException {
        String pictures = System.getProperty("runbench.pictures");
        if (pictures != null) {
            Path folder = Files.createDirectories(Path.of(pictures));
            assertThat(Main.execute("plot", "-q", run.folder().path().toString(), "-o",
                    folder.resolve("cluster-hosts.png").toString(), "--page",
                    folder.resolve("cluster-hosts.html").toString())).isZero();
            assertThat(Main.execute("plot", "-q", run.folder().path().toString(), "-o",
                    folder.resolve("cluster-hosts-barriers.png").toString(), "--no-page", "--messages", "--from", "5",
                    "--to", "5.1")).isZero();
        }
    }

    private static AlignedIndex index(ClusterRun run) throws IOException {
        return new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .readValue(run.folder().aligned().resolve("index.json").toFile(), AlignedIndex.class);
    }

    private ClusterRun run() throws Exception {
        Path clocks = dir.resolve("clocks");
        List<String> specs = new ArrayList<>();
        for (int i = 1; i <= HOSTS; i++) {
            specs.add(hosts.host(i) + " " + hosts.clock(i).spec());
        }
        Files.write(clocks, specs);
        List<String> arguments = new ArrayList<>(
                List.of("cluster", "-o", dir.resolve("run").toString(), "--sync-window", "1s", "--period", "2ms", "-e",
                        "task-clock,page-faults", "--hosts", hosts.about("addresses", HOSTS).strip(), "--"));
        arguments.addAll(List.of(lines(hosts.about("launcher", HOSTS))));
        arguments.addAll(List.of(program.toString(), Integer.toString(BARRIERS / 2), "5", "8"));
        Path output = dir.resolve("cluster.out");
        Runbench.Ended ended = Runbench.await(Runbench.start(output,
                List.of("env", "CLUSTER_HOSTS_CLOCKS=" + clocks, NamespaceHosts.SCRIPT, "on", hosts.host(0)),
                arguments), output);
        // The true clock stamps the program until the files are restamped. This contradicts the measured clocks.
        assertThat(ended.code()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output()).contains("Clocks contradicted: ", "barriers");
        ClusterRun run = ClusterRun.read(dir.resolve("run"));
        assertThat(run.record().state()).isEqualTo(ClusterState.FINISHED);
        assertThat(run.ranks()).extracting(RankRecord::host)
                .containsExactly(hosts.host(1), hosts.host(2), hosts.host(3), hosts.host(4));
        assertThat(run.record().reference().host()).isEqualTo(hosts.host(0));
        assertThat(run.record().windows()).hasSize(2).allMatch(w -> w.measured().size() == HOSTS);
        return run;
    }

    /**
     * Converts each rank's files to its host's wrong clock.
     *
     * @return a folder with the files before the conversion
     */
    private Path restamp(ClusterRun run) throws IOException {
        Path original = Files.createDirectories(dir.resolve("original/trace"));
        for (RankRecord rank : run.ranks()) {
            RehearsedClock clock = hosts.clock(rank.rank() + 1);
            Path trace = run.trace().orElseThrow().resolve(String.format("rank-%05d.mpit", rank.rank()));
            Files.copy(trace, original.resolve(trace.getFileName()));
            clock.intoTrace(trace);
            Path recording = run.folder().path().resolve(rank.recording());
            Files.copy(recording, original.resolveSibling(rank.rank() + ".rec"));
            clock.intoRecording(recording);
            assertThat(run.recording(rank).orElseThrow().damage()).isEmpty();
        }
        return original.getParent();
    }

    private static void barriers(BarrierResiduals b) {
        System.out.printf(Locale.ROOT,
                "%d barriers; last entry - first exit, us: as recorded median %.1f, largest %.1f, above 0 %d; "
                        + "aligned median %.1f,"
                        + " 5 %% %.1f, 95 %% %.1f, largest %.1f, above 0 %d; within the intervals %d%n",
                b.collectives(), b.before().median() / 1e3, b.before().max() / 1e3, b.before().positive(),
                b.after().median() / 1e3, b.after().p05() / 1e3, b.after().p95() / 1e3, b.after().max() / 1e3,
                b.after().positive(), b.within());
        assertThat(b.collectives()).isEqualTo(BARRIERS);
        assertThat(b.incomplete()).isZero();
        assertThat(b.before().positive()).as("as recorded, the clocks' offsets stand in the way").isEqualTo(BARRIERS);
        assertThat(b.before().median()).isGreaterThan(4e9);
        assertThat(b.within()).isEqualTo(BARRIERS);
        assertThat(b.beyond()).isZero();
        assertThat(b.after().max()).isLessThan(10_000);
    }

    /** Stamps whose truth is known. */
    private static final class Truths {
        private long all;
        private long outside;
        private double worst;
        private double squares;
        private double widest;
        private double errStat;

        void add(PlacedStamp at, long truth) {
            double error = at.refNanos() - truth;
            all++;
            outside += truth < at.earliest() || truth > at.latest() ? 1 : 0;
            worst = Math.max(worst, Math.abs(error));
            squares += error * error;
            widest = Math.max(widest, at.hiNanos() - at.loNanos());
            errStat = Math.max(errStat, at.errStatNanos());
        }
    }

    private void truths(ClusterRun run, Path original) throws IOException {
        Alignment alignment = Alignment.of(run);
        MpiTrace restamped = MpiTrace.open(run.trace().orElseThrow());
        MpiTrace before = MpiTrace.open(original.resolve("trace"));
        for (RankRecord rank : run.ranks()) {
            Truths truths = new Truths();
            Timeline timeline = alignment.clock(rank.rank()).timeline().orElseThrow();
            calls(restamped, before, rank.rank(), timeline, truths);
            samples(run.recording(rank).orElseThrow(), Recording.open(original.resolve(rank.rank() + ".rec")), timeline,
                    truths);
            System.out.printf(Locale.ROOT,
                    "%s (%+d ms, %+.1f ppm): %d stamps, %d outside their intervals; error rms %.0f ns, largest %.0f ns;"
                            + " largest err_stat %.0f ns, widest interval %.2f us%n",
                    rank.host(), NamespaceHosts.OFFSETS[rank.rank()] / 1_000_000, NamespaceHosts.PPM[rank.rank()],
                    truths.all, truths.outside, Math.sqrt(truths.squares / truths.all), truths.worst, truths.errStat,
                    truths.widest / 1e3);
            assertThat(truths.all).isGreaterThan(1000);
            assertThat(truths.outside).isZero();
            assertThat(truths.worst).isLessThan(5_000);
        }
    }

    private static void calls(MpiTrace restamped, MpiTrace before, int rank, Timeline timeline, Truths truths) {
        PlacedStamp at = new PlacedStamp();
        try (EventCursor now = restamped.cursor(rank); EventCursor then = before.cursor(rank)) {
            while (now.advance() && then.advance()) {
                timeline.locate(now.startNanos(), at);
                truths.add(at, then.startNanos());
                timeline.locate(now.endNanos(), at);
                truths.add(at, then.endNanos());
            }
        }
    }

    private static void samples(Recording restamped, Recording before, Timeline timeline, Truths truths) {
        List<Long> shown = new ArrayList<>();
        RecordedStamps.write(before, Timeline.IDENTITY, "ref", at -> shown.add(at.refNanos()), Writer.nullWriter(),
                Progress.NONE);
        ArrayDeque<Long> left = new ArrayDeque<>(shown);
        RecordedStamps.write(restamped, timeline, "ref", at -> truths.add(at, left.remove()), Writer.nullWriter(),
                Progress.NONE);
        assertThat(left).isEmpty();
        assertThat(shown).hasSizeGreaterThan(10);
    }

    private static void comparisons(ClusterRun run, AlignedIndex index) {
        Comparability clocks = Alignment.of(run).comparability();
        long middle = index.ranks().get(0).firstRefNs() / 2 + index.ranks().get(0).lastRefNs() / 2;
        double finest = clocks.finestNanos(0, 3, middle);
        assertThat(finest).isBetween(1.0, 50_000.0);
        assertThat(clocks.ask(0, 3, middle, finest / 2).allowed()).isFalse();
        assertThat(index.pairs()).hasSize(6)
                .allSatisfy(p -> assertThat(p.worstNs()).isGreaterThanOrEqualTo(p.bestNs()));
        assertThat(Alignment.of(run).clock(0).timeline().orElseThrow().at(0).how())
                .isNotEqualTo(ReferenceTime.How.IDENTITY);
    }
}
