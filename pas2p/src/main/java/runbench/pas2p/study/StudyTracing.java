package runbench.pas2p.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One more run of a program that a study traces, for detecting differences between runs.
 *
 * @param target target whose command is run
 * @param number number among the repetitions of one trace, from 1
 * @param folder target of the trace; exists only if the trace is complete
 * @param command command line to run
 */
public record StudyTracing(String target, int number, Path folder, List<String> command) {
    /** Returns true if the trace exists. */
    public boolean done() {
        return Files.isDirectory(folder);
    }
}
