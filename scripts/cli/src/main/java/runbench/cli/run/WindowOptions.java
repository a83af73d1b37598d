package runbench.cli.run;

import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.cli.option.Nanos;

/** A part of a run. */
final class WindowOptions {
    @Option(names = "--from", paramLabel = "TIME", order = 12, converter = Nanos.class,
            description = "Only the part from here on: 2s, 300ms since the start of the run, on the chart's axis.")
    private Long from;

    @Option(names = "--to", paramLabel = "TIME", order = 13, converter = Nanos.class,
            description = "Only the part to here.")
    private Long to;

    @Option(names = "--phase", paramLabel = "NAME", order = 14,
            description = "Only what the run did in this phase (B), as its summary names them.")
    private String phase;

    boolean asked() {
        return from != null || to != null || phase != null;
    }

    /** Seconds; null for the beginning. */
    Double from() {
        return seconds(from);
    }

    /** Seconds; null for the end. */
    Double to() {
        return seconds(to);
    }

    /** Null for any. */
    String phase() {
        return phase;
    }

    /** @throws RunbenchException (bad input) where a phase was asked for */
    void rejectPhase(String why) {
        if (phase != null) {
            throw RunbenchException.badInput("--phase " + phase + ": " + why)
                    .remedy("choose a part with --from and --to");
        }
    }

    private static Double seconds(Long nanos) {
        return nanos == null ? null : (Double) (nanos / 1e9);
    }
}
