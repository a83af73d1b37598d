package runbench.pas2p.phase;

/** The times of phase occurrences, in order. They cover the time: each one ends where the next begins. */
public interface OccurrenceTimes {
    int size();

    /** Returns the phase number, from 0. */
    int phase(int i);

    /** Returns the frontier at its start cut, reference time. */
    long startNanos(int i);

    /** Returns the frontier at its end cut, reference time. */
    long endNanos(int i);

    default long nanos(int i) {
        return endNanos(i) - startNanos(i);
    }

    /** Returns the part of an occurrence in which its most delayed rank waited for a processor; 0: none is known. */
    default long starvedNanos(int i) {
        return 0;
    }

    /** Returns the duration of an occurrence without waits of ranks for a processor. */
    default long neededNanos(int i) {
        return Math.max(0, nanos(i) - starvedNanos(i));
    }
}
