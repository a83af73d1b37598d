package runbench.parser.series;

import runbench.parser.record.Cursor;

/**
 * A consumer of one pass over a recording. Many collectors share a pass, see {@link Periods#read}; a collector serves
 * one pass only.
 *
 * @param <T> type of the result
 */
public interface SeriesCollector<T> extends AutoCloseable {
    /** Returns the visitor of all periods in the order of time; null if the collector needs no periods. */
    PeriodVisitor periods();

    /** Returns the visitor of all records in the order of the file; null if the collector needs no records. */
    default RecordVisitor records() {
        return null;
    }

    /**
     * Returns the collector of a second pass, or this collector if none is needed. A collector may start from an
     * expected length of the run; if the pass shows another length, a second pass is needed.
     */
    default SeriesCollector<T> corrected(SeriesReport report) {
        return this;
    }

    /** Returns the result. It is called once, after the pass. */
    T result(SeriesReport report);

    /** Releases the resources of this collector, also after a failed pass. */
    @Override
    default void close() {
    }

    /** A visitor of the records of a recording. */
    @FunctionalInterface
    public interface RecordVisitor {
        /** @param at is moved after the call; the visitor copies the values that it keeps */
        void record(Cursor at);
    }

    /** A visitor of the periods of a recording in the order of time. */
    @FunctionalInterface
    public interface PeriodVisitor {
        /** @param period is refilled for every call; the visitor copies the values that it keeps */
        void period(Period period);
    }
}
