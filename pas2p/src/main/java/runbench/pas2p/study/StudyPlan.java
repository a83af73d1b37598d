package runbench.pas2p.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import runbench.pas2p.signature.SignatureOptions;

/**
 * The plan of a study.
 *
 * @param repetitions repetitions per target
 * @param sampling requirements of signatures that are built from traces
 * @param inputs input files of the program, for those signatures
 * @param timeout limit of one run; null: none
 * @param mpi openmpi, mpich or auto
 * @param force true: differences from the traced program are accepted
 */
public record StudyPlan(String name, List<StudyTarget> targets, int repetitions, SignatureOptions sampling,
        List<Path> inputs, Duration timeout, String mpi, boolean force) {

    /**
     * One mapping, number of ranks, or machine.
     *
     * @param name unique in its study
     * @param signature file; null: it is built from {@code traces}
     * @param traces runs to build it from; null: there is a signature
     * @param command template: {@code {program}} stands for the program's words, {@code {ranks}} for the signature's
     *     number of ranks; empty if {@code measured} names existing results
     * @param program words of the program; empty: those of the traced run
     * @param measured folders of runs of the signature elsewhere
     */
    public record StudyTarget(String name, Path signature, TracedRuns traces, List<String> command,
            List<String> program, List<Path> measured) {
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
                            : java.util.stream.Stream.of(
                                    w.replace(RANKS, Integer.toString(ranks)).replace(PROGRAM, String.join(" ", own))))
                    .toList();
        }
    }

    /**
     * Traced runs of one command, from which a signature is built.
     *
     * @param trace folder of the signature's run
     * @param repeats folders of other runs; differences between them are not measured
     * @param more number of further runs, which the study itself traces
     */
    public record TracedRuns(Path trace, List<Path> repeats, int more) {}

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
}
