package runbench.pas2p.session;

import java.nio.file.Path;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.pas2p.signature.MeasuredRun;
import runbench.pas2p.signature.ProgramComparison;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.trace.RankHeader;

/** Check that the running program is the one of the signature, before its ranks leave MPI_Init. */
public final class SameProgram {
    private final Signature signature;
    private final Path file;
    private final boolean force;
    private final ProgramComparison comparison;

    /**
     * Creates the check.
     *
     * @param force true: differences are accepted, except for the number of ranks
     */
    public SameProgram(Signature signature, Path file, boolean force) {
        this.signature = signature;
        this.file = file;
        this.force = force;
        comparison = new ProgramComparison(signature);
    }

    /**
     * Checks the command line.
     *
     * @throws RunbenchException exit code 2: it names another program
     */
    public void command(List<String> command) {
        refuse(comparison.commandDifferences(command));
    }

    /**
     * Checks whether all ranks have started.
     *
     * @param folder folder of the ranks' headers
     * @return null: not yet
     * @throws RunbenchException exit code 2: it is another program
     */
    public ProgramComparison.Found compareStarted(Path folder) {
        List<RankHeader> headers = MeasuredRun.startedHeaders(folder, signature.ranks());
        if (headers.isEmpty()) {
            return null;
        }
        if (headers.get(0).ranks() != signature.ranks()) {
            throw RunbenchException
                    .badInput(file + " is of " + signature.ranks() + " ranks, and " + headers.get(0).ranks()
                            + " were started: events are counted rank by rank")
                    .remedy(headers.get(0).ranks() == 1
                            ? "one rank each: the launcher did not connect the processes. " + RankHeader.CONNECT
                            : "start " + signature.ranks() + " ranks, or trace the program with "
                                    + headers.get(0).ranks()
                                    + " and build a signature of that run; --force cannot help here");
        }
        ProgramComparison.Found now = comparison.compare(headers);
        refuse(now.differences());
        return now;
    }

    private void refuse(List<String> differences) {
        if (!differences.isEmpty() && !force) {
            throw RunbenchException
                    .badInput("this is not what " + file + " was made of: " + String.join("; ", differences))
                    .remedy("build a signature of this program (runbench pas2p trace, signature build), or measure "
                            + "it with --force, which marks the result");
        }
    }
}
