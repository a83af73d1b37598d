package runbench.sync.convert;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;
import runbench.sync.model.Chain;
import runbench.sync.model.NodeChains;

/** Converts bare stamps or tables of stamps. Each stamp gets the reference's time, its error and its bounds. */
public final class StampConversion {
    private static final String END_OF_LINE = System.lineSeparator();
    /** Maximum length of a plain stamp, characters. */
    private static final int MAX_PLAIN_CHARS = 32;

    private final ConversionOptions options;
    private final StampText out;
    private final ConversionTally tally = new ConversionTally();
    private final PlacedStamp at = new PlacedStamp();
    private final char[] digits = new char[MAX_PLAIN_CHARS];

    /**
     * Creates a conversion.
     *
     * @param options format of the stamps
     * @param out receives long pieces of text
     */
    public StampConversion(ConversionOptions options, Appendable out) {
        this.options = options;
        this.out = new StampText(out);
    }

    /** Returns the counts of the stamps converted so far. */
    public ConversionTally tally() {
        return tally;
    }

    /**
     * Converts stamps of one node and writes a header.
     *
     * @param where origin of the stamps, for messages
     * @param stamps stamps as text
     * @param chain models of the node
     */
    public void stamps(String where, List<String> stamps, Chain chain) throws IOException {
        Converter converter = new Converter(chain, options.unit());
        header();
        for (String stamp : stamps) {
            convertBare(stamp, converter, where, 0);
        }
        out.flush();
    }

    /** Converts bare stamps of one node, one per line. Skips empty lines and those that begin with #. */
    public void lines(String name, BufferedReader in, Chain chain) throws IOException {
        Converter converter = new Converter(chain, options.unit());
        header();
        StampLines lines = new StampLines(in);
        while (lines.next()) {
            if (!plain(lines, converter)) {
                String line = lines.line();
                if (!line.isBlank() && !line.startsWith("#")) {
                    convertBare(line.strip(), converter, name, lines.number());
                }
            }
        }
        out.flush();
    }

    /**
     * Converts a table of one node's stamps; adds five columns.
     *
     * @param name name of the table, for messages
     * @param in text of the table
     * @param column name of the column with stamps
     * @param chain models of the node
     */
    public void table(String name, Reader in, String column, Chain chain) throws IOException {
        new StampTable(name, in, options, tally, out).convert(column, chain);
        out.flush();
    }

    /** Converts a table of many nodes' stamps; adds five columns, which stay empty for nodes without a model. */
    public void table(String name, Reader in, String column, String nodeColumn, NodeChains chains) throws IOException {
        new StampTable(name, in, options, tally, out).convert(column, nodeColumn, chains);
        out.flush();
    }

    /**
     * Converts a line that consists of digits only.
     *
     * @return false, without any effect, for other lines and for stamps out of range
     */
    private boolean plain(StampLines lines, Converter converter) throws IOException {
        long stamp = options.json() ? StampUnit.NOT_PLAIN
                : options.unit().plain(lines.text(), lines.start(), lines.end());
        if (stamp == StampUnit.NOT_PLAIN) {
            return false;
        }
        try {
            converter.locate(stamp, at);
        } catch (ArithmeticException outOfReach) {
            return false;
        }
        tally.add(converter.chain(), at);
        out.append(lines.text(), lines.start(), lines.end() - lines.start()).append(',');
        out.put(at);
        out.append(END_OF_LINE);
        out.flushIfLong();
        return true;
    }

    private void header() {
        if (!options.json()) {
            String scale = options.scale();
            out.append("node_")
                    .append(options.unit().toString())
                    .append(',')
                    .append(scale)
                    .append("_ns,err_stat_ns,")
                    .append(scale)
                    .append("_lo_ns,")
                    .append(scale)
                    .append("_hi_ns,how")
                    .append(END_OF_LINE);
        }
    }

    /**
     * Converts one stamp.
     *
     * @param line number of the line; 0 for a stamp that is in no file
     */
    private void convertBare(String stamp, Converter converter, String name, int line) throws IOException {
        try {
            converter.locate(nanosOrTicks(stamp), at);
        } catch (NumberFormatException | ArithmeticException e) {
            if (options.skipBad()) {
                tally.skipped();
                return;
            }
            throw RunbenchException
                    .badInput((line == 0 ? name : name + ": line " + line) + ": '" + stamp + "' is not a stamp in "
                            + options.unit()
                            + (e instanceof ArithmeticException ? " within reach: " + e.getMessage() : ""))
                    .remedy("For a CSV file name the column: --column time_ns; leave out lines without a stamp: --skip-bad")
                    .causedBy(e);
        }
        tally.add(converter.chain(), at);
        print(stamp);
        out.flushIfLong();
    }

    private long nanosOrTicks(String stamp) {
        int length = stamp.length();
        if (length <= MAX_PLAIN_CHARS) {
            stamp.getChars(0, length, digits, 0);
            long plain = options.unit().plain(digits, 0, length);
            if (plain != StampUnit.NOT_PLAIN) {
                return plain;
            }
        }
        return options.unit().parse(stamp);
    }

    private void print(String stamp) {
        if (!options.json()) {
            out.append(stamp).append(',');
            out.put(at);
            out.append(END_OF_LINE);
            return;
        }
        String scale = options.scale();
        out.append("{\"node_")
                .append(options.unit().toString())
                .append("\":")
                .append(options.unit().number(stamp))
                .append(",\"")
                .append(scale)
                .append("_ns\":")
                .append(at.refNanos())
                .append(",\"err_stat_ns\":");
        int before = out.length();
        out.tenths(at.errStatNanos());
        out.append(out.length() == before ? "null" : "")
                .append(",\"")
                .append(scale)
                .append("_lo_ns\":")
                .append(at.earliest())
                .append(",\"")
                .append(scale)
                .append("_hi_ns\":")
                .append(at.latest())
                .append(",\"how\":\"")
                .append(at.how().word())
                .append("\"}")
                .append(END_OF_LINE);
    }

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

    /** Converts one node's stamps in one unit. */
    static final class Converter {
        private final Chain chain;
        private final StampUnit unit;
        private Timeline timeline;

        Converter(Chain chain, StampUnit unit) {
            this.chain = chain;
            this.unit = unit;
        }

        Chain chain() {
            return chain;
        }

        /**
         * Converts one stamp.
         *
         * @throws ArithmeticException if the stamp is out of range
         */
        void locate(long stamp, PlacedStamp out) {
            // The timeline is created with the first stamp, because a node without ticks is an error only if it has
            // stamps.
            timeline = timeline == null ? unit.timeline(chain) : timeline;
            timeline.locate(stamp, out);
        }
    }
}
