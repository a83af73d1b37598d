package runbench.pas2p.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceFormat;
import runbench.pas2p.trace.TraceWriter;

/** Signatures of traces, measured in the trace of another run in which their cuts are located. */
@Tag("scenario")
@Tag("beside")
class SignatureBuilderTest {
    private static final int RANKS = 3;
    private static final int ITERATIONS = 1000;
    @TempDir
    private Path dir;

    /**
     * Returns a trace with a chain 0 -> 1 -> 2 of growing work, then a reduction. Every tenth iteration has a second,
     * longer chain backwards.
     */
    private MpiTrace trace(String name, double compute, double network) throws IOException {
        Path directory = Files.createDirectory(dir.resolve(name));
        List<TraceWriter> ranks = new ArrayList<>();
        for (int r = 0; r < RANKS; r++) {
            ranks.add(new TraceWriter(directory, r, RANKS,
                    Map.of("source", "test", "host", "h", "mpi", "Test MPI", "program",
                            List.of("./app", "in.txt", "mesh=" + dir.resolve("mesh")), "directory", dir.toString(),
                            "executable", dir.resolve("app").toString())));
            ranks.get(r).communicator(TraceWriter.WORLD, RANKS, r, 0x77);
            ranks.get(r).init(0, 1000);
        }
        long[] now = {1000, 1000, 1000};
        int serial = 0;
        for (int i = 0; i < ITERATIONS; i++) {
            double work = 1e6 * (1 + (double) i / ITERATIONS) * compute;
            for (int r = 0; r < RANKS; r++) {
                now[r] += (long) work;
                if (r > 0) {
                    receive(ranks, now, r, r - 1, network);
                }
                if (r < RANKS - 1) {
                    send(ranks, now, r, r + 1, 64);
                }
            }
            serial = reduce(ranks, now, serial, network);
            if (i % 10 == 9) {
                for (int r = RANKS - 1; r >= 0; r--) {
                    now[r] += (long) (2e6 * compute);
                    if (r < RANKS - 1) {
                        receive(ranks, now, r, r + 1, network);
                    }
                    if (r > 0) {
                        send(ranks, now, r, r - 1, 9000);
                    }
                }
            }
        }
        for (int r = 0; r < RANKS; r++) {
            ranks.get(r).finalizeAt(now[r]);
            ranks.get(r).end(Map.of());
            ranks.get(r).close();
        }
        return MpiTrace.open(directory);
    }

    private final long[][] sent = new long[RANKS][RANKS];
    private long bytes;

    private void send(List<TraceWriter> ranks, long[] now, int from, int to, long size) throws IOException {
        bytes = size;
        ranks.get(from).send(MpiOp.SEND, to, 1, TraceWriter.WORLD, size, now[from], now[from] + 1000);
        sent[from][to] = now[from] += 1000;
    }

    private void receive(List<TraceWriter> ranks, long[] now, int at, int from, double network) throws IOException {
        long end = Math.max(now[at], sent[from][at] + (long) (200_000 * network));
        ranks.get(at).receive(MpiOp.RECV, from, 1, TraceWriter.WORLD, bytes, now[at], end);
        now[at] = end;
    }

    private static int reduce(List<TraceWriter> ranks, long[] now, int serial, double network) throws IOException {
        long end = Math.max(now[0], Math.max(now[1], now[2])) + (long) (300_000 * network);
        for (int r = 0; r < RANKS; r++) {
            ranks.get(r).collective(MpiOp.ALLREDUCE, -1, TraceWriter.WORLD, serial, 8, now[r], end);
            now[r] = end;
        }
        return serial + 1;
    }

    @Test
    void traceWithSeveralThreadsPerRankIsRejected() throws IOException {
        trace("threads", 1, 1);
        try (TraceWriter thread = new TraceWriter(dir.resolve("threads"), 1, 1, RANKS, Map.of("source", "test"))) {
            thread.init(0, 1000);
            thread.finalizeAt(2000);
            thread.end(Map.of());
        }
        assertThatThrownBy(() -> build(MpiTrace.open(dir.resolve("threads")), SignatureOptions.DEFAULT))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("rank 1 called MPI from several threads");
    }

    private Signature build(MpiTrace trace, SignatureOptions options, Path... inputs) {
        PhaseAnalysis analysis = PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
        return SignatureBuilder.build(trace, SignedLevel.ofPhases(analysis), options, "traced", List.of(inputs), "test",
                Progress.NONE);
    }

    /**
     * The state at a location's cut.
     *
     * @param exit time of the exit, ns
     * @param mpi time inside MPI since MPI_Init, ns
     */
    private record Passed(long exit, long mpi) {}

    private static List<List<Passed>> passed(MpiTrace trace) {
        List<List<Passed>> all = new ArrayList<>();
        for (int l = 0; l < trace.locations(); l++) {
            List<Passed> of = new ArrayList<>(List.of(new Passed(trace.initEndNanos(l), 0)));
            try (EventCursor c = trace.cursor(l)) {
                while (c.advance()) {
                    if (c.kind() != TraceFormat.RECV) {
                        of.add(new Passed(c.endNanos(), c.mpiNanos() + c.endNanos() - c.startNanos()));
                    }
                }
            }
            all.add(of);
        }
        return all;
    }

    static MeasuredSignature measured(Signature s, MpiTrace there) {
        List<List<Passed>> passed = passed(there);
        List<MeasuredSignature.Sample> samples = new ArrayList<>();
        double stop = 0;
        for (Signature.Wanted w : s.measure()) {
            long start = 0;
            long end = 0;
            List<MeasuredSignature.RankTime> ranks = new ArrayList<>();
            for (int l = 0; l < RANKS; l++) {
                Passed a = passed.get(l).get((int) w.start()[l]);
                Passed b = passed.get(l).get((int) w.end()[l]);
                start = Math.max(start, a.exit());
                end = Math.max(end, b.exit());
                ranks.add(new MeasuredSignature.RankTime((b.exit() - a.exit()) / 1e9, 0, (b.mpi() - a.mpi()) / 1e9));
            }
            samples.add(new MeasuredSignature.Sample(w.phase(), w.stratum(), w.occurrence(), w.traceS(),
                    (start - there.runStartNanos()) / 1e9, (end - start) / 1e9, 0, 0, 0, ranks));
            stop = Math.max(stop, (end - there.runStartNanos()) / 1e9);
        }
        return new MeasuredSignature(MeasuredSignature.FORMAT, 1, "", s, List.of(), List.of("there"), "", null, false,
                List.of(), 0, 0.0, stop, true, (there.runEndNanos() - there.runStartNanos()) / 1e9, null, samples,
                List.of(), null, List.of());
    }

    @Test
    void cutsLeadToTheSameOccurrencesInAnotherRun() throws IOException {
        MpiTrace trace = trace("here", 1, 1);
        Signature s = build(trace, SignatureOptions.DEFAULT);
        assertThat(s.phases()).hasSizeBetween(2, 4);
        assertThat(s.stop()).isEqualTo(s.measure().get(s.measure().size() - 1).end());
        // In the traced run itself, the cuts yield the traced times to the nanosecond.
        MeasuredSignature same = measured(s, trace);
        assertThat(same.samples()).allSatisfy(o -> assertThat(o.measuredS()).isCloseTo(o.traceS(), within(1e-9)));
        Prediction p = Prediction.of(same);
        assertThat(p.predictedS()).isCloseTo(s.trace().teaS(), within(1e-3));
    }

    /**
     * Checks that, at a cut, no rank has received a message that is not yet sent: otherwise a stopped program waits
     * forever.
     */
    @Test
    void cutsAreConsistent() throws IOException {
        MpiTrace trace = trace("here", 1, 1);
        for (Signature.Wanted w : build(trace, SignatureOptions.DEFAULT).measure()) {
            long[][] messages = new long[RANKS][RANKS];
            for (int l = 0; l < RANKS; l++) {
                try (EventCursor c = trace.cursor(l)) {
                    while (c.advance()
                            && (c.number() < w.end()[l] || c.number() == w.end()[l] && c.kind() != TraceFormat.RECV)) {
                        if (c.kind() == TraceFormat.SEND) {
                            messages[l][c.peer()]++;
                        } else if (c.kind() == TraceFormat.RECV) {
                            messages[c.peer()][l]--;
                        }
                    }
                }
            }
            assertThat(Arrays.stream(messages).flatMapToLong(Arrays::stream)).allMatch(n -> n >= 0);
        }
    }

    @Test
    void aSlowerMachineWithAnotherNetworkIsPredictedFromTheFirstTwentieth() throws IOException {
        Signature s = build(trace("here", 1, 1), SignatureOptions.DEFAULT);
        MeasuredSignature there = measured(s, trace("there", 1.7, 5));
        Prediction p = Prediction.of(there);
        assertThat(p.error()).as("%.4f s for %.4f s", p.predictedS(), p.actual().seconds()).isLessThan(0.03);
        assertThat(p.thesisError()).as("a growing phase misleads the sum of the thesis").isGreaterThan(0.1);
        assertThat(s.runShare()).isLessThan(0.05);
    }

    @Test
    void programAndInputsAreIdentifiedByContents() throws IOException {
        Files.writeString(dir.resolve("app"), "abc");
        Files.writeString(dir.resolve("in.txt"), "");
        Files.writeString(dir.resolve("mesh"), "m");
        Path more = Files.writeString(dir.resolve("more"), "x");
        Signature s = build(trace("here", 1, 1), SignatureOptions.DEFAULT, more);
        assertThat(s.program().sha256()).as("FIPS 180-2, B.1")
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(s.program().inputs()).extracting(Signature.Digested::path)
                .containsExactly(dir.resolve("in.txt").toString(), dir.resolve("mesh").toString(), more.toString());
        Path file = dir.resolve("app.sig.json");
        SignatureFiles.write(s, file);
        assertThat(SignatureFiles.json(SignatureFiles.signature(file))).isEqualTo(SignatureFiles.json(s));
        assertThatThrownBy(() -> build(trace("again", 1, 1), SignatureOptions.DEFAULT, dir.resolve("none")))
                .hasMessageContaining("--input");
    }

    @Test
    void unusableTraceIsRejectedWithTheReason() throws IOException {
        MpiTrace trace = trace("here", 1, 1);
        assertThatThrownBy(() -> build(trace, new SignatureOptions(0.03, 0.95, 0.0005)))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("nothing to measure")
                .hasMessageContaining("warm-up");
        Path file = Files.writeString(dir.resolve("x.json"), "{\"format\":\"runbench phases\",\"version\":1}");
        assertThatThrownBy(() -> SignatureFiles.signature(file)).hasMessageContaining("not \"runbench signature\"");
        Files.writeString(file, "{\"format\":\"runbench signature\",\"version\":7}");
        assertThatThrownBy(() -> SignatureFiles.signature(file)).hasMessageContaining("version 7");
        Files.writeString(file, "{\"format\":\"runb");
        assertThatThrownBy(() -> SignatureFiles.measured(file)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("x.json");
    }

    @Test
    void unmeasuredRareClassIsReported() throws IOException {
        Signature s = build(trace("here", 1, 1), new SignatureOptions(0.03, 0.95, 0.008));
        assertThat(s.warnings()).anyMatch(w -> w.contains("is not measured") && w.contains("--within "));
        Prediction p = Prediction.of(measured(s, trace("there", 1.7, 1.7)));
        assertThat(p.error()).isLessThan(0.03);
        assertThat(p.holds()).isTrue();
    }
}
