package runbench.catalogue;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * One run of a variant, including the settings that the variant has for all its runs.
 *
 * @param executables candidates, of which the first existing one is used: a name, a path, or {@code ${home}/...}
 * @param locate commands to try if no candidate exists; the first line of output is the path
 * @param argv arguments after the program's name
 * @param stdin file in the working directory, or null for an empty input
 * @param stdout file in the working directory that takes standard output, or null for the result's folder
 * @param env variables set for the benchmark
 * @param inputs files that must exist, each a list of alternatives; a word of argv or stdin that equals the first
 *     alternative is replaced by the one that exists
 * @param prepare steps before the run
 * @param verify checks of the output
 * @param expectedExit exit status of a successful run
 * @param timeoutS maximum wall time, s
 * @param seconds approximate run time on a machine of the 2020s, s; or null
 * @param memoryMib approximate memory demand, MiB; or null
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Run(String name, String label, List<String> executables, List<List<String>> locate, List<String> argv,
        String stdin, String stdout, Map<String, String> env, List<List<String>> inputs, List<Step> prepare,
        List<Check> verify, int expectedExit, double timeoutS, Double seconds, Double memoryMib) {}
