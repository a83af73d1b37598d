package runbench.pas2p.study;

import java.nio.file.Path;
import runbench.pas2p.study.StudyResult.TargetOutcome;

/** Receiver of a study's progress. */
public interface StudyObserver {
    /**
     * Receives the start of a run.
     *
     * @param done number of runs before it
     * @param all number of all runs
     */
    void begins(String target, int repetition, int done, int all);

    /**
     * Receives the end of a run.
     *
     * @param outcome outcome, failed or not
     */
    void ended(TargetOutcome outcome, int done, int all);

    /**
     * Receives the start of one more trace of a program, before all runs.
     *
     * @param folder target of the trace
     * @param number number of the trace, of {@code all}
     */
    default void traces(Path folder, int number, int all) {
    }

    /**
     * Receives the end of that trace.
     *
     * @param seconds its duration
     */
    default void traced(Path folder, double seconds) {
    }
}
