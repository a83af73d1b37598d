package runbench.pas2p.predict;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import runbench.base.error.RunbenchException;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.trace.MpiTrace;

/**
 * The execution time of a whole run (thesis: TEA), from the last exit from MPI_Init to the last entry into
 * MPI_Finalize.
 *
 * @param seconds execution time; the mean of several runs
 * @param source origin of the time
 * @param runs the individual runs; empty: a single run
 */
public record ActualTime(double seconds, String source, List<ActualTime> runs) {
    public ActualTime(double seconds, String source) {
        this(seconds, source, List.of());
    }

    /**
     * Reads the times of several runs. Runs of the same program on the same machine differ; no prediction can be more
     * accurate than that difference.
     *
     * @param places at least one
     */
    public static ActualTime of(List<Path> places) {
        List<ActualTime> runs = places.stream().map(ActualTime::of).toList();
        if (runs.size() == 1) {
            return runs.get(0);
        }
        double mean = runs.stream().mapToDouble(ActualTime::seconds).average().orElseThrow();
        return new ActualTime(mean, String.format(Locale.ROOT, "mean of %d runs", runs.size()), runs);
    }

    /** Returns the standard deviation of several runs as a share of their mean; null for a single run. */
    public Double spread() {
        return runs.size() < 2 ? null
                : Math.sqrt(runs.stream().mapToDouble(r -> Math.pow(r.seconds - seconds, 2)).sum() / (runs.size() - 1))
                        / seconds;
    }

    /**
     * Reads the time of one run.
     *
     * @param run a trace, or a signature that was measured in a run to its end
     * @throws RunbenchException it is neither, or the run is not recorded to its end
     */
    public static ActualTime of(Path run) {
        if (Files.isRegularFile(run) || Files.exists(run.resolve(MeasuredSignature.FILE))) {
            Double completed = SignatureFiles.measured(run).completedS();
            if (completed == null) {
                throw RunbenchException
                        .badInput("--against " + run
                                + ": the program was ended at the signature's stop, so its whole run time"
                                + " was not measured")
                        .remedy("measure it with runbench pas2p signature run --full, or trace it");
            }
            return new ActualTime(completed, run + ", not stopped");
        }
        MpiTrace trace = MpiTrace.open(run);
        if (!trace.complete()) {
            throw RunbenchException
                    .badInput("--against " + run + ": the trace is not whole: " + String.join("; ", trace.remarks()))
                    .remedy("trace the program again");
        }
        return new ActualTime((trace.runEndNanos() - trace.runStartNanos()) / 1e9, run + ", traced");
    }
}
