package runbench.sync.eventlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogMerge.MergeReport;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;

/** Compares the merge with clocks whose errors are known. */
@Tag("scenario")
@Tag("beside")
class AmortisedMergeTest {
    private static final int NODES = 5;
    private static final int MOVES = 1500;
    private static final double SIGMA = 2_000;
    private static final Timeline MODEL = (stamp, out) -> out.set(stamp, SIGMA, -8 * SIGMA, 8 * SIGMA,
            How.INTERPOLATED);

    @TempDir
    private Path folder;

    private record Truth(int node, long nanos, LogWhat what, long id) {}

    private record Placed(int node, LogWhat what, long id, long refNanos, long shownNanos, long trueNanos) {}

    private record Merged(List<Placed> events, MergeReport report) {}

    /** Writes messages among nodes whose clocks have a constant error and a slowly changing one. */
    private Merged merge(long seed) throws IOException {
        Random random = new Random(seed);
        List<Truth> truth = new ArrayList<>();
        long at = 1_000_000;
        for (long m = 1; m <= MOVES; m++) {
            int from = random.nextInt(NODES);
            int to = (from + 1 + random.nextInt(NODES - 1)) % NODES;
            truth.add(new Truth(from, at, LogWhat.SEND, m));
            truth.add(new Truth(to, at + 2_000 + (long) (-4_000 * Math.log(1 - random.nextDouble())), LogWhat.RECEIVE,
                    m));
            truth.add(new Truth(random.nextInt(NODES), at + random.nextInt(10_000), LogWhat.POINT, 0));
            at += random.nextInt(20_000);
        }
        truth.sort(Comparator.comparingLong(Truth::nanos));
        double[] constant = new double[NODES];
        double[] phase = new double[NODES];
        for (int n = 0; n < NODES; n++) {
            constant[n] = SIGMA * random.nextGaussian() * 0.9;
            phase[n] = 2 * Math.PI * random.nextDouble();
        }
        Map<String, Long> trueNanos = new HashMap<>();
        List<LogSource> sources = new ArrayList<>();
        for (int n = 0; n < NODES; n++) {
            Path file = folder.resolve(seed + "-" + n + ".rblog");
            long last = 0;
            try (WrittenLog log = new WrittenLog(file, "n" + n, n, n)) {
                for (Truth t : truth) {
                    if (t.node() == n) {
                        double error = constant[n] + SIGMA * 0.6 * Math.sin(phase[n] + t.nanos() / 3e6);
                        last = Math.max(last + 1, t.nanos() + Math.round(error));
                        trueNanos.put(n + " " + last, t.nanos());
                        log.event(last, t.what(), t.what() == LogWhat.POINT ? LogKind.POINT : LogKind.MESSAGE,
                                t.what() == LogWhat.POINT ? "p" : "m", t.id());
                    }
                }
            }
            sources.add(new LogSource(LogFile.open(file), MODEL, "n" + n, "n" + n));
        }
        List<Placed> placed = new ArrayList<>();
        MergeReport report = LogMerge.causal(sources, e -> {
            int node = e.source().file().pid();
            placed.add(new Placed(node, e.cursor().what(), e.cursor().id(), e.at().refNanos(), e.shownNanos(),
                    trueNanos.get(node + " " + e.cursor().timeNanos())));
        }, Progress.NONE);
        for (int n = 0; n < NODES; n++) {
            Files.delete(folder.resolve(seed + "-" + n + ".rblog"));
        }
        return new Merged(placed, report);
    }

    @Test
    void messagesReduceErrorsAndKeepTheOrder() throws IOException {
        double before = 0;
        double after = 0;
        long reversed = 0;
        long messages = 0;
        for (long seed = 1; seed <= 8; seed++) {
            Merged merged = merge(seed);
            List<Placed> events = merged.events();
            assertThat(events).hasSize(3 * MOVES);
            assertInOrder(events);
            assertOnlyNecessaryShifts(events);
            for (Placed p : events) {
                before += Math.abs(p.refNanos() - p.trueNanos());
                after += Math.abs(p.shownNanos() - p.trueNanos());
            }
            reversed += merged.report().reversed();
            messages += merged.report().matched();
        }
        assertThat(reversed).isGreaterThan(messages / 50);
        assertThat(after).isLessThan(0.95 * before);
    }

    private static void assertInOrder(List<Placed> events) {
        Map<Long, Long> sent = new HashMap<>();
        long[] ofNode = new long[NODES];
        long last = Long.MIN_VALUE;
        for (Placed p : events) {
            boolean fine = p.shownNanos() >= last && p.shownNanos() >= ofNode[p.node()]
                    && p.shownNanos() >= p.refNanos()
                    && (p.what() != LogWhat.RECEIVE || sent.containsKey(p.id()) && sent.get(p.id()) < p.shownNanos());
            if (!fine) {
                throw new AssertionError(p + " after " + last);
            }
            last = p.shownNanos();
            ofNode[p.node()] = p.shownNanos();
            if (p.what() == LogWhat.SEND) {
                sent.put(p.id(), p.shownNanos());
            }
        }
    }

    /** Each shift is explained by a receive just after its send, and decreases with the distance to it. */
    private static void assertOnlyNecessaryShifts(List<Placed> events) {
        for (int node = 0; node < NODES; node++) {
            int n = node;
            List<Placed> of = events.stream().filter(p -> p.node() == n).toList();
            Map<Long, Placed> sends = new HashMap<>();
            events.stream().filter(p -> p.what() == LogWhat.SEND).forEach(p -> sends.put(p.id(), p));
            long[] allowed = new long[of.size()];
            for (int i = 0; i < of.size(); i++) {
                Placed p = of.get(i);
                boolean needed = p.what() == LogWhat.RECEIVE && sends.get(p.id()).shownNanos() + 1 >= p.refNanos();
                allowed[i] = needed ? p.shownNanos() - p.refNanos() : 0;
            }
            for (int i = 1; i < of.size(); i++) {
                allowed[i] = Math.max(allowed[i],
                        AmortisedShift.remaining(allowed[i - 1], of.get(i).refNanos() - of.get(i - 1).refNanos()));
            }
            for (int i = of.size() - 2; i >= 0; i--) {
                allowed[i] = Math.max(allowed[i],
                        AmortisedShift.remaining(allowed[i + 1], of.get(i + 1).refNanos() - of.get(i).refNanos()));
            }
            for (int i = 0; i < of.size(); i++) {
                Placed p = of.get(i);
                if (p.shownNanos() - p.refNanos() > allowed[i]) {
                    throw new AssertionError(p + " was moved by more than " + allowed[i]);
                }
            }
        }
    }
}
