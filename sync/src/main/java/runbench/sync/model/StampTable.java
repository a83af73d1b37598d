package runbench.sync.model;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
     * Copies the table {@code in} to {@code out} with five columns more: time, errors, and how it was known.
     *
     * @param scale what the chain leads to, for the columns' names: ref or utc
     */
    public static void convert(String name, Reader in, String column, String scale, Chain chain, Appendable out) throws IOException {
        CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
        try (CSVParser rows = format.parse(in)) {
            if (!rows.getHeaderMap().containsKey(column)) {
                throw RunbenchException.badInput(name + ": no column '" + column + "'")
                        .remedy("It has: " + String.join(", ", rows.getHeaderNames()));
            }
            CSVPrinter printer = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
            List<Object> cells = new ArrayList<>(rows.getHeaderNames());
            cells.addAll(List.of(scale + "_ns", "err_stat_ns", scale + "_lo_ns", scale + "_hi_ns", "how"));
            printer.printRecord(cells);
            for (CSVRecord row : rows) {
                Converted c = chain.toReference(stamp(name, row, column));
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

    /** Earliest reference time possible, to the whole ns below. */
    public static long earliest(Converted c) {
        return c.refNanos() + (long) Math.floor(c.loNanos());
    }

    /** Latest reference time possible, to the whole ns above. */
    public static long latest(Converted c) {
        return c.refNanos() + (long) Math.ceil(c.hiNanos());
    }

    private static long stamp(String name, CSVRecord row, String column) {
        try {
            return Long.parseLong(row.get(column).strip());
        } catch (IllegalArgumentException e) {
            throw RunbenchException.badInput(name + ": record " + row.getRecordNumber() + ": no whole ns in column '"
                    + column + "'").causedBy(e);
        }
    }
}
