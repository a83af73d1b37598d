package runbench.pas2p.study;

import java.nio.file.Path;

/** Told how a study gets on. */
public interface StudyObserver {
    /** A run begins. @param done runs before it, of {@code all} */
    void begins(String target, int repetition, int done, int all);

    /** It has ended. @param outcome how, failed or not */
    void ended(TargetOutcome outcome, int done, int all);

    /**
     * Before all runs, one more run of a program is traced. @param folder takes it, the {@code number}th of {@code all}
     */
    default void traces(Path folder, int number, int all) {
    }

    /** It was. @param seconds it took */
    default void traced(Path folder, double seconds) {
    }
}
