package runbench.pas2p.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One more run of a program that a study traces, to learn what differs between runs.
 *
 * @param target whose command it is
 * @param number among those of one trace, from 1
 * @param folder takes the trace, and is there only once that is whole
 * @param command what runs
 */
public record StudyTracing(String target, int number, Path folder, List<String> command) {
    /** It is there. */
    public boolean done() {
        return Files.isDirectory(folder);
    }
}
