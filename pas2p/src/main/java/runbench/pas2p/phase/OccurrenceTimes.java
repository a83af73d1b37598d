package runbench.pas2p.phase;

/** When which phase occurred. Occurrences are in order and tile the time: one ends where the next begins. */
public interface OccurrenceTimes {
    int size();

    /** Phase number, from 0. */
    int phase(int i);

    /** Frontier at its start cut, reference time. */
    long startNanos(int i);

    /** Frontier at its end cut, reference time. */
    long endNanos(int i);

    default long nanos(int i) {
        return endNanos(i) - startNanos(i);
    }
}
