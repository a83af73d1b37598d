package runbench.pas2p.predict;

import java.nio.file.Files;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.trace.MpiTrace;

/**
 * How long a whole run took (thesis: TEA), from the last exit from MPI_Init to the last entry of MPI_Finalize.
 *
 * @param source where that was seen
 */
public record ActualTime(double seconds, String source) {
    /**
     * @param run a trace, or a signature that was measured in a run to its end
     * @throws RunbenchException neither, or the run was not seen to its end
     */
    public static ActualTime of(Path run) {
        if (Files.isRegularFile(run) || Files.exists(run.resolve(MeasuredSignature.FILE))) {
            Double completed = SignatureFiles.measured(run).completedS();
            if (completed == null) {
                throw RunbenchException.badInput("--against " + run + ": the program was ended at the signature's stop, so how long all of it"
                        + " takes was not measured").remedy("measure it with runbench pas2p signature run --full, or trace it");
            }
            return new ActualTime(completed, run + ", not stopped");
        }
        MpiTrace trace = MpiTrace.open(run);
        if (!trace.complete()) {
            throw RunbenchException.badInput("--against " + run + ": the trace is not whole: " + String.join("; ", trace.remarks()))
                    .remedy("trace the program again");
        }
        return new ActualTime((trace.runEndNanos() - trace.runStartNanos()) / 1e9, run + ", traced");
    }
}
