package runbench.parser.microarchitecture;

import java.util.Locale;

/** The hardware whose events are counted, which determines whether a counter can follow a program. */
public enum CounterDomain {
    /** One core, or one of its hardware threads. The counter can follow a program. */
    CORE,
    /** A last-level cache that several cores share. */
    L3,
    /** Memory controllers and interconnects of a whole socket. */
    UNCORE,
    /** Energy meters of a whole socket. */
    ENERGY;

    /**
     * Returns whether the kernel counts for all programs together, so that the counts cannot be attributed to one
     * program.
     */
    public boolean shared() {
        return this != CORE;
    }

    static CounterDomain of(String word) {
        return word.isEmpty() ? CORE : valueOf(word.toUpperCase(Locale.ROOT));
    }
}
