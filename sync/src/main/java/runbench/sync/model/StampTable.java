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
import runbench.base.error.RunbenchException;

/** A CSV table of events with the reference's time added. */
public final class StampTable {
    private static final List<String> EMPTY = List.of("", "", "", "", "");

    private StampTable() {
    }

    /**
     * Where the stamps stand and whose they are.
     *
     * @param column name of the column with stamps
     * @param chains the way of a row's stamps
     * @param read   turns a cell into the clock's ns, or ticks, and converts it
     * @param skipBad leave the cells of what is no stamp empty, and count it, instead of ending there
     */
    public record Columns(String column, Function<CSVRecord, Chain> chains, BiFunction<Chain, String, Converted> read, boolean skipBad) {
    }

    /** Stamps of one node in ns. */
    public static Columns nanos(String column, Chain chain) {
        return new Columns(column, row -> chain, (c, cell) -> c.toReference(Long.parseLong(cell)), false);
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
            StringBuilder line = new StringBuilder(200);
            for (CSVRecord row : rows) {
                cells = new ArrayList<>(row.toList());
                cells.addAll(added(name, row, columns, tally, line));
                printer.printRecord(cells);
            }
        }
    }

    /** The five cells of one row; empty ones where the table's reader leaves out what cannot be converted. */
    private static List<String> added(String name, CSVRecord row, Columns columns, Tally tally, StringBuilder line) {
        Chain chain;
        try {
            chain = columns.chains().apply(row);
        } catch (NodeChains.NoModel unknown) {
            tally.withoutModel(unknown.node());
            return EMPTY;
        }
        Converted c;
        try {
            c = tally.add(chain, stamp(name, row, columns, chain));
        } catch (BadStamp bad) {
            if (!columns.skipBad()) {
                throw bad.complaint;
            }
            tally.skipped();
            return EMPTY;
        }
        line.setLength(0);
        append(line, c);
        return List.of(line.toString().split(",", -1));
    }

    /** Reference time, error, earliest, latest and how, with commas between; no error where it is unknown. */
    public static void append(StringBuilder out, Converted c) {
        out.append(c.refNanos()).append(',');
        tenths(out, c.errNanos());
        out.append(',').append(c.earliest()).append(',').append(c.latest()).append(',').append(c.how().word());
    }

    /** A positive number with one decimal, nothing for NaN: a million of them, so without a format. */
    public static void tenths(StringBuilder out, double value) {
        if (value < 1e15) {
            long tenths = Math.round(value * 10);
            out.append(tenths / 10).append('.').append(tenths % 10);
        } else if (!Double.isNaN(value)) {
            out.append(String.format(Locale.ROOT, "%.1f", value));
        }
    }

    /** A table without a column that was asked for. */
    public static RunbenchException noColumn(String name, String column, List<String> there) {
        return RunbenchException.badInput(name + ": no column '" + column + "'").remedy("It has: " + String.join(", ", there));
    }

    private static Converted stamp(String name, CSVRecord row, Columns columns, Chain chain) throws BadStamp {
        try {
            return columns.read().apply(chain, row.get(columns.column()).strip());
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new BadStamp(RunbenchException.badInput(name + ": record " + row.getRecordNumber() + ": no stamp in column '"
                    + columns.column() + "': " + e.getMessage()).remedy("Mend it, or leave such rows unconverted: --skip-bad").causedBy(e));
        }
    }

    private static final class BadStamp extends Exception {
        private static final long serialVersionUID = 1;
        private final transient RunbenchException complaint;

        BadStamp(RunbenchException complaint) {
            super(null, null, false, false);
            this.complaint = complaint;
        }
    }
}
