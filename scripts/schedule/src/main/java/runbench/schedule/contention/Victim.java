package runbench.schedule.contention;

import java.util.Locale;

/** What is slowed, or not. */
public enum Victim {
    /** Reads an array larger than the caches, line after line. */
    STREAM("streaming"),
    /** Follows pointers through memory: each load waits for the one before. */
    CHASE("pointer chase"),
    /** Adds: it asks nothing of memory. */
    COMPUTE("CPU-bound");

    private final String label;

    Victim(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** As the helper calls it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
