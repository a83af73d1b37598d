package runbench.measure;

import java.util.Locale;

/** How far a run has come, as its record says. */
public enum RunState {
    /** Begun, and not ended by anyone who could write it down. */
    RUNNING, FINISHED, FAILED, INTERRUPTED,
    /** Runbench was killed, or the machine stopped, and the end was found afterwards. */
    CUT_OFF;

    /** The state that a word of run.json names. @throws IllegalArgumentException it names none */
    static RunState of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace(' ', '_'));
    }

    /** Whether no end was recorded by the run itself. */
    public boolean isCutOff() {
        return this == RUNNING || this == CUT_OFF;
    }

    /** In run.json. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
