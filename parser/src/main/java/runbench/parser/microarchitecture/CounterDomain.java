package runbench.parser.microarchitecture;

import java.util.Locale;

/** Whose happenings an event counts, and therefore whether it can follow a program. */
public enum CounterDomain {
    /** One core, or one of its hardware threads: follows a program. */
    CORE,
    /** A last-level cache that several cores share. */
    L3,
    /** Memory controllers, interconnects: of a whole socket. */
    UNCORE,
    /** Energy meters of a whole socket. */
    ENERGY;

    /** True where the kernel counts for whoever runs, so that it cannot be told whose the counts are. */
    public boolean shared() {
        return this != CORE;
    }

    static CounterDomain of(String word) {
        return word.isEmpty() ? CORE : valueOf(word.toUpperCase(Locale.ROOT));
    }
}
