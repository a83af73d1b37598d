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
 * How long a whole run took (thesis: TEA), from the last exit from MPI_Init to the last entry of MPI_Finalize.
 *
 * @param seconds of several runs, their mean
 * @param source where that was seen
 * @param runs of several runs, each; empty: it is one
 */
public record ActualTime(double seconds, String source, List<ActualTime> runs) {
    public ActualTime(double seconds, String source) {
        this(seconds, source, List.of());
    }

    /**
     * Runs of the same program on the same machine differ, and no prediction from one of them can be nearer to another
     * than that.
     *
     * @param places one at least
     */
    public static ActualTime of(List<Path> places) {
        List<ActualTime> runs = places.stream().map(ActualTime::of).toList();
        if (runs.size() == 1) {
            return runs.get(0);
        }
        double mean = runs.stream().mapToDouble(ActualTime::seconds).average().orElseThrow();
        return new ActualTime(mean, String.format(Locale.ROOT, "mean of %d runs", runs.size()), runs);
    }

    /** Standard deviation of several runs as a share of their mean; null of one. */
    public Double spread() {
        return runs.size() < 2 ? null
                : Math.sqrt(runs.stream().mapToDouble(r -> Math.pow(r.seconds - seconds, 2)).sum() / (runs.size() - 1))
                        / seconds;
    }

    /**
     * @param run a trace, or a signature that was measured in a run to its end
     * @throws RunbenchException neither, or the run was not seen to its end
     */
    public static ActualTime of(Path run) {
        if (Files.isRegularFile(run) || Files.exists(run.resolve(MeasuredSignature.FILE))) {
            Double completed = SignatureFiles.measured(run).completedS();
            if (completed == null) {
                throw RunbenchException
                        .badInput("--against " + run
                                + ": the program was ended at the signature's stop, so how long all of it"
                                + " takes was not measured")
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
