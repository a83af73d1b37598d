package runbench.parser.series;

/**
 * Gathers something while a recording is read. Many of them share one reading, see {@link Periods#read}; a collector
 * serves one reading.
 *
 * @param <T> what it gathers
 */
public interface SeriesCollector<T> extends AutoCloseable {
    /** Is shown every period, in the order of time. Null where none is wanted. */
    PeriodVisitor periods();

    /** Is shown every record, in the order of the file. Null where none is wanted. */
    default RecordVisitor records() {
        return null;
    }

    /**
     * A collector for another reading where this one had to start from an expectation (how long the run is) that has
     * turned out to be wrong; itself where it was right.
     */
    default SeriesCollector<T> corrected(SeriesReport report) {
        return this;
    }

    /** What was gathered. Asked once, after the reading. */
    T result(SeriesReport report);

    /** Frees what it holds, whatever became of the reading. */
    @Override
    default void close() {
    }
}
