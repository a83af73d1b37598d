package runbench.pas2p.study;

/** Told how a study gets on. */
public interface StudyObserver {
    /** A run begins. @param done runs before it, of {@code all} */
    void begins(String target, int repetition, int done, int all);

    /** It has ended. @param outcome how, failed or not */
    void ended(TargetOutcome outcome, int done, int all);
}
