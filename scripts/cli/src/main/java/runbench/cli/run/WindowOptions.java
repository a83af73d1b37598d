package runbench.cli.run;

import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.cli.option.Nanos;

/** Options that select a part of a run. */
final class WindowOptions {
    @Option(names = "--from", paramLabel = "TIME", order = 12, converter = Nanos.class,
            description = "Start of the part: 2s, 300ms after the start of the run, on the chart's axis.")
    private Long from;

    @Option(names = "--to", paramLabel = "TIME", order = 13, converter = Nanos.class, description = "End of the part.")
    private Long to;

    @Option(names = "--phase", paramLabel = "NAME", order = 14,
            description = "Only this phase (B), named as in the summary.")
    private String phase;

    boolean asked() {
        return from != null || to != null || phase != null;
    }

    /** Returns the start in seconds; null: the start of the run. */
    Double from() {
        return seconds(from);
    }

    /** Returns the end in seconds; null: the end of the run. */
    Double to() {
        return seconds(to);
    }

    /** Returns the phase; null: all. */
    String phase() {
        return phase;
    }

    /** @throws RunbenchException (bad input) --phase was given */
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
