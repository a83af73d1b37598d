package runbench.pas2p.study;

import java.nio.file.Path;
import java.util.List;

/**
 * One mapping, number of ranks, or machine.
 *
 * @param name unique in its study
 * @param signature file; null: it is built from {@code traces}
 * @param traces runs to build it from; null: there is a signature
 * @param command template: {@code {program}} stands for the program's words, {@code {ranks}} for the signature's number
 *     of ranks; empty if {@code measured} names existing results
 * @param program words of the program; empty: those of the traced run
 * @param measured folders of runs of the signature elsewhere
 */
public record StudyTarget(String name, Path signature, TracedRuns traces, List<String> command, List<String> program,
        List<Path> measured) {
    private static final String PROGRAM = "{program}";
    private static final String RANKS = "{ranks}";

    /** Returns the name of its folder within the study's folder. */
    String folder() {
        return name.replaceAll("[^A-Za-z0-9._+-]+", "_").replaceFirst("^\\.+", "_");
    }

    /**
     * Returns the command line to run.
     *
     * @param traced the program's words in the traced run
     */
    List<String> words(int ranks, List<String> traced) {
        List<String> own = program.isEmpty() ? traced : program;
        return command.stream()
                .flatMap(w -> w.equals(PROGRAM) ? own.stream()
                        : java.util.stream.Stream
                                .of(w.replace(RANKS, Integer.toString(ranks)).replace(PROGRAM, String.join(" ", own))))
                .toList();
    }
}
