package runbench.sync.model;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import runbench.parser.RunbenchException;

/** A CSV table of events with the reference's time added. */
public final class StampTable {
    private StampTable() {
    }

    /**
     * Where the stamps stand and whose they are.
     *
     * @param column name of the column with stamps
     * @param chains the way of a row's stamps
     * @param read   turns a cell into the clock's ns, or ticks, and converts it
     */
    public record Columns(String column, Function<CSVRecord, Chain> chains, BiFunction<Chain, String, Converted> read) {
    }

    /** Stamps of one node in ns. */
    public static Columns nanos(String column, Chain chain) {
        return new Columns(column, row -> chain, (c, cell) -> c.toReference(Long.parseLong(cell)));
    }

    /**
     * Copies the table {@code in} to {@code out} with five columns more: time, errors, and how it was known.
     *
     * @param scale what the chains lead to, for the columns' names: ref or utc
     */
    public static void convert(String name, Reader in, Columns columns, String scale, Tally tally, Appendable out) throws IOException {
        CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
        try (CSVParser rows = format.parse(in)) {
            if (!rows.getHeaderMap().containsKey(columns.column())) {
                throw noColumn(name, columns.column(), rows.getHeaderNames());
            }
            CSVPrinter printer = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
            List<Object> cells = new ArrayList<>(rows.getHeaderNames());
            cells.addAll(List.of(scale + "_ns", "err_stat_ns", scale + "_lo_ns", scale + "_hi_ns", "how"));
            printer.printRecord(cells);
            for (CSVRecord row : rows) {
                Chain chain = columns.chains().apply(row);
                Converted c = tally.add(chain, stamp(name, row, columns, chain));
                cells = new ArrayList<>(row.toList());
                cells.add(c.refNanos());
                cells.add(String.format(Locale.ROOT, "%.1f", c.errNanos()));
                cells.add(earliest(c));
                cells.add(latest(c));
                cells.add(c.how().name().toLowerCase(Locale.ROOT));
                printer.printRecord(cells);
            }
        }
    }

    /** A table without a column that was asked for. */
    public static RunbenchException noColumn(String name, String column, List<String> there) {
        return RunbenchException.badInput(name + ": no column '" + column + "'").remedy("It has: " + String.join(", ", there));
    }

    /** Earliest reference time possible, to the whole ns below; the least number where nothing is guaranteed. */
    public static long earliest(Converted c) {
        return Double.isInfinite(c.loNanos()) ? Long.MIN_VALUE : c.refNanos() + (long) Math.floor(c.loNanos());
    }

    /** Latest reference time possible, to the whole ns above; the greatest number where nothing is guaranteed. */
    public static long latest(Converted c) {
        return Double.isInfinite(c.hiNanos()) ? Long.MAX_VALUE : c.refNanos() + (long) Math.ceil(c.hiNanos());
    }

    private static Converted stamp(String name, CSVRecord row, Columns columns, Chain chain) {
        try {
            return columns.read().apply(chain, row.get(columns.column()).strip());
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw RunbenchException.badInput(name + ": record " + row.getRecordNumber() + ": no stamp in column '"
                    + columns.column() + "': " + e.getMessage()).causedBy(e);
        }
    }
}
