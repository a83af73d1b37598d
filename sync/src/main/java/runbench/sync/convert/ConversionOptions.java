package runbench.sync.convert;

/**
 * How stamps are read and written.
 *
 * @param unit of the stamps
 * @param utc the chains lead to UTC: columns are named after it
 * @param skipBad leave out what is no stamp (in a table: leave its new cells empty), and count it, instead of ending
 *     there
 * @param json bare stamps as one JSON object a line instead of CSV
 */
public record ConversionOptions(StampUnit unit, boolean utc, boolean skipBad, boolean json) {
    /** Name of the time that stamps are brought to, in columns. */
    public String scale() {
        return utc ? "utc" : "ref";
    }
}
