package runbench.align.run;

import java.util.List;

/**
 * A program of a plan ({@code runbench cluster --plan}): its request, and its times that the run itself determined.
 * Null times are unknown or did not occur.
 *
 * @param name name in the plan; with several hosts {@code NAME@HOST}
 * @param command words of the command
 * @param on host as the plan names it; null: the host of the run
 * @param after names of the programs that had to be ready before it started
 * @param until condition of its readiness, for example "port 5432"; null: its start
 * @param ends whether its end ends the run
 * @param readyMonotonicNs time of its readiness, CLOCK_MONOTONIC of its host, ns
 * @param readyReferenceNs time of its readiness as the reference observed it, CLOCK_MONOTONIC of the reference, ns
 * @param stopReferenceNs time at which the run asked it to end, CLOCK_MONOTONIC of the reference, ns
 */
public record PlannedProgram(String name, List<String> command, String on, List<String> after, String until,
        boolean ends, Long readyMonotonicNs, Long readyReferenceNs, Long stopReferenceNs) {
    public PlannedProgram {
        command = command == null ? List.of() : List.copyOf(command);
        after = after == null ? List.of() : List.copyOf(after);
    }

    /** Returns a program that has not started. */
    public static PlannedProgram planned(String name, List<String> command, String on, List<String> after, String until,
            boolean ends) {
        return new PlannedProgram(name, command, on, after, until, ends, null, null, null);
    }

    /** Returns the same program with the times of its readiness; see the components. */
    public PlannedProgram ready(Long monotonicNs, Long referenceNs) {
        return new PlannedProgram(name, command, on, after, until, ends, monotonicNs, referenceNs, stopReferenceNs);
    }

    /** Returns the same program with the time at which the run asked it to end, on the reference's clock, ns. */
    public PlannedProgram stopped(long referenceNs) {
        return new PlannedProgram(name, command, on, after, until, ends, readyMonotonicNs, readyReferenceNs,
                referenceNs);
    }
}
