package runbench.pas2p.study;

import java.nio.file.Path;
import java.util.List;

/**
 * Traced runs of one command, from which a signature is built.
 *
 * @param trace folder of the signature's run
 * @param repeats folders of other runs; differences between them are not measured
 * @param more number of further runs, which the study itself traces
 */
public record TracedRuns(Path trace, List<Path> repeats, int more) {}
