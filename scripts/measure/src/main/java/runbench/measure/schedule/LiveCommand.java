package runbench.measure.schedule;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What exactly is started for a program.
 *
 * @param label for a person: the command line, or the benchmark's label
 * @param environment on top of this process's own
 * @param expectedExit status of one that did its work
 */
record LiveCommand(String label, List<String> argv, Map<String, String> environment, Path directory, Path stdin,
        Path stdout, Path stderr, int expectedExit) {
    LiveCommand {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
    }
}
