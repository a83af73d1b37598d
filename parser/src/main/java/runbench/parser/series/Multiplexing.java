package runbench.parser.series;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import runbench.parser.record.Cursor;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Flag;
import runbench.parser.record.Kind;
import runbench.parser.record.Recording;

/**
 * Which groups of a recording had to share the counters with others, and for how much of the time each counted.
 *
 * <p>A counter bound to one CPU is enabled, but does not count, while its task runs on another: enabled and running
 * times of one series must not be compared. Over all CPUs of a task they can: the running times add up to the enabled
 * time, unless the kernel took turns between groups.
 */
final class Multiplexing {
    /** Above this share the difference is the clocks', not the kernel's. */
    private static final double WHOLE = 0.995;

    private final double[] share = new double[256];
    private final boolean[] hardware = new boolean[256];

    private Multiplexing() {
        Arrays.fill(share, 1);
    }

    static Multiplexing of(Recording recording) {
        Multiplexing m = new Multiplexing();
        if (!recording.metadata().countsInstructions()) {
            recording.metadata().events().stream().filter(Multiplexing::needsHardware)
                    .forEach(e -> m.hardware[e.group()] = true);
        }
        for (boolean possible : m.hardware) {
            if (possible) {
                m.addUp(recording);
                break;
            }
        }
        return m;
    }

    /** Software events and tracepoints are never multiplexed unless they share a group with such an event. */
    private static boolean needsHardware(EventInfo e) {
        return e.counted() && (e.source().equals("pmu") || e.source().equals("breakpoint"));
    }

    /** Share of the running time in which a group counted, 0..1; exactly 1 when it was not multiplexed. */
    double share(int group) {
        return share[group];
    }

    boolean affects(int group) {
        return share[group] < 1;
    }

    /** Last times of one series; enabled is used for a whole task: the largest of its CPUs. */
    private static final class Times {
        long run;
        long enabled;
        long running;
        /** Running time that may be missing, because the last record of the series does not bring its times to the end. */
        long open;
    }

    private record Key(int group, int task, int cpu) {
    }

    private void addUp(Recording recording) {
        Map<Key, Times> series = new HashMap<>();
        Cursor c = recording.cursor();
        Times recent = null;
        Key key = new Key(-1, 0, 0);
        while (c.next()) {
            if (c.kind() != Kind.SAMPLE && c.kind() != Kind.CLOSE) {
                continue;
            }
            if (key.group != c.group() || key.task != c.task() || key.cpu != c.cpu()) {
                key = new Key(c.group(), c.task(), c.cpu());
                recent = series.computeIfAbsent(key, k -> new Times());
            }
            boolean ends = c.kind() == Kind.CLOSE && (c.flags() & Flag.DERIVED) == 0;
            recent.open = ends ? 0 : Math.max(0, recording.metadata().periodNanos());
            if (c.kind() == Kind.CLOSE && !ends) {
                continue;
            }
            recent.run = Math.max(recent.run, c.runNanos());
            recent.enabled = Math.max(recent.enabled, c.enabledNanos());
            recent.running = Math.max(recent.running, c.runningNanos());
        }
        Map<Key, Times> tasks = new HashMap<>();
        series.forEach((k, t) -> {
            Times sum = tasks.computeIfAbsent(new Key(k.group, k.task, 0), x -> new Times());
            sum.run += t.run;
            sum.running += t.running;
            sum.open += t.open;
            sum.enabled = Math.max(sum.enabled, t.enabled);
        });
        long[] running = new long[256];
        long[] whole = new long[256];
        long[] open = new long[256];
        tasks.forEach((k, t) -> {
            running[k.group] += t.running;
            whole[k.group] += Math.max(t.run, t.enabled);
            open[k.group] += t.open;
        });
        for (int g = 0; g < 256; g++) {
            if (hardware[g] && running[g] + open[g] < whole[g] * WHOLE) {
                share[g] = (double) running[g] / whole[g];
            }
        }
    }
}
