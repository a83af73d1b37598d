package runbench.sync.convert;

/**
 * The format of stamps to convert.
 *
 * @param unit unit of the stamps
 * @param utc whether the chains lead to UTC; the new columns are named after it
 * @param skipBad whether invalid stamps are skipped and counted; in a table their new cells stay empty
 * @param json whether bare stamps become one JSON object per line instead of CSV
 */
public record ConversionOptions(StampUnit unit, boolean utc, boolean skipBad, boolean json) {
    /** Returns the prefix of the new columns: {@code utc} or {@code ref}. */
    public String scale() {
        return utc ? "utc" : "ref";
    }
}
