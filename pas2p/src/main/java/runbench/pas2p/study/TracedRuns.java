package runbench.pas2p.study;

import java.nio.file.Path;
import java.util.List;

/**
 * Traced runs of one command that a signature is built from.
 *
 * @param trace folder of the run that it is of
 * @param repeats folders of others: what differs between them is not measured
 * @param more further ones, which the study traces itself
 */
public record TracedRuns(Path trace, List<Path> repeats, int more) {}
