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
}
