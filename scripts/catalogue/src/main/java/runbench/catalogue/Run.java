package runbench.catalogue;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * One run of a variant, with everything that the variant says for all its runs already filled in.
 *
 * @param executables candidates, the first that exists is taken: a name, a path, or {@code ${home}/...}
 * @param locate commands tried where no candidate exists; the first line of output is the path
 * @param argv arguments after the program's name
 * @param stdin file in the working directory, or null for an empty input
 * @param stdout file in the working directory that takes standard output, or null for the result's folder
 * @param env variables set for the benchmark
 * @param inputs files that must exist, each a list of alternatives; a word of argv or stdin that equals the first
 *     alternative is replaced by the one that exists
 * @param prepare steps before the run
 * @param verify what the output must be like
 * @param expectedExit exit status of a good run
 * @param timeoutS wall seconds after which the run has failed
 * @param seconds about how long it takes on a 2020s machine, or null
 * @param memoryMib about how much memory it needs, or null
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Run(String name, String label, List<String> executables, List<List<String>> locate, List<String> argv,
        String stdin, String stdout, Map<String, String> env, List<List<String>> inputs, List<Step> prepare,
        List<Check> verify, int expectedExit, double timeoutS, Double seconds, Double memoryMib) {}
