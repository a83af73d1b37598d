package runbench.measure.schedule;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The command that starts a program.
 *
 * @param label command line, or label of the benchmark
 * @param argv program and arguments
 * @param environment variables in addition to this process's own
 * @param directory working directory
 * @param stdin file of the standard input
 * @param stdout file of the standard output
 * @param stderr file of the standard error
 * @param expectedExit exit status of a successful run
 */
record LiveCommand(String label, List<String> argv, Map<String, String> environment, Path directory, Path stdin,
        Path stdout, Path stderr, int expectedExit) {
    LiveCommand {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
    }
}
