package runbench.pas2p.efficiency;

import java.util.List;
import runbench.pas2p.trace.MpiTrace;

/** Instructions and cycles among the counted events, and the metrics derived from them. */
final class Counted {
    private final int instructions;
    private final int cycles;

    Counted(MpiTrace trace) {
        List<String> events = trace.countedEvents();
        instructions = events.indexOf("instructions");
        cycles = Math.max(events.indexOf("cpu-cycles"), events.indexOf("cycles"));
    }

    /** Returns the instructions; -1: not counted. */
    long instructions(long[] counts) {
        return value(counts, instructions);
    }

    /** Returns the cycles; -1: not counted. */
    long cycles(long[] counts) {
        return value(counts, cycles);
    }

    private static long value(long[] counts, int at) {
        return at < 0 || at >= counts.length ? -1 : counts[at];
    }

    /** Returns the instructions per cycle; NaN: not counted. */
    double ipc(long[] counts) {
        return cycles(counts) > 0 && instructions(counts) >= 0 ? (double) instructions(counts) / cycles(counts)
                : Double.NaN;
    }

    /** Returns the cycles per second of CPU time; NaN: not counted. */
    double frequency(long[] counts, long cpuNanos) {
        return cycles(counts) > 0 && cpuNanos > 0 ? 1e9 * cycles(counts) / cpuNanos : Double.NaN;
    }
}
