package runbench.sync.convert;

import java.io.IOException;
import java.io.Reader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.PlacedStamp;
import runbench.sync.convert.StampConversion.ConversionOptions;
import runbench.sync.convert.StampConversion.Converter;
import runbench.sync.model.Chain;
import runbench.sync.model.NodeChains;

/** A CSV table of events to which the reference's time is added. */
final class StampTable {
    private static final String EMPTY = ",,,,,";

    private final String name;
    private final CsvRows rows;
    private final ConversionOptions options;
    private final ConversionTally tally;
    private final StampText out;
    private final CSVPrinter quoting;
    private final PlacedStamp at = new PlacedStamp();
    private List<String> header = List.of();

    StampTable(String name, Reader in, ConversionOptions options, ConversionTally tally, StampText out)
            throws IOException {
        this.name = name;
        this.rows = new CsvRows(name, in);
        this.options = options;
        this.tally = tally;
        this.out = out;
        this.quoting = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
    }

    /** Converts one node's stamps. */
    void convert(String column, Chain chain) throws IOException {
        Converter converter = new Converter(chain, options.unit());
        int stamps = begin(column);
        while (rows.next()) {
            copy();
            row(converter, column, stamps);
        }
    }

    /** Converts many nodes' stamps. A column of its own names each row's node. */
    void convert(String column, String nodeColumn, NodeChains chains) throws IOException {
        ConverterOfNode converters = new ConverterOfNode(chains, options.unit());
        int stamps = begin(column);
        int nodes = -1;
        while (rows.next()) {
            // The column may be missing in a table without rows.
            nodes = nodes < 0 ? index(nodeColumn) : nodes;
            if (nodes >= rows.size()) {
                throw RunbenchException.badInput(
                        name + ": record " + (rows.number() - 1) + ": no cell in column '" + nodeColumn + "'");
            }
            copy();
            try {
                row(converters.of(rows.cell(nodes).strip()), column, stamps);
            } catch (NodeChains.NoModel unknown) {
                tally.withoutModel(unknown.node());
                end(EMPTY);
            }
        }
    }

    /**
     * Copies the header with the new columns.
     *
     * @return index of the column with stamps
     */
    private int begin(String column) throws IOException {
        header = rows.next() ? rows.cells() : List.of();
        if (header.stream().anyMatch(String::isBlank)) {
            throw RunbenchException.badInput(name + ": a column has no name: " + String.join(",", header))
                    .remedy("Give every column of its first line a name");
        }
        int stamps = index(column);
        for (String cell : header) {
            quoting.print(cell);
        }
        String scale = options.scale();
        for (String added : List.of(scale + "_ns", "err_stat_ns", scale + "_lo_ns", scale + "_hi_ns", "how")) {
            quoting.print(added);
        }
        quoting.println();
        return stamps;
    }

    private int index(String column) {
        int index = header.lastIndexOf(column);
        if (index < 0) {
            throw RunbenchException.badInput(name + ": no column '" + column + "'")
                    .remedy("It has: " + String.join(", ", header));
        }
        return index;
    }

    private String cell(int index, String column) {
        if (index >= rows.size()) {
            throw new IllegalArgumentException("Index for header '" + column + "' is " + index
                    + " but CSVRecord only has " + rows.size() + " values!");
        }
        return rows.cell(index);
    }

    /** Copies the record's own cells; quotes unusual ones. */
    private void copy() throws IOException {
        if (rows.plain()) {
            out.append(rows.text(), rows.start(), rows.end() - rows.start());
        } else {
            for (int i = 0; i < rows.size(); i++) {
                quoting.print(rows.cell(i));
            }
        }
    }

    private void row(Converter converter, String column, int stamps) throws IOException {
        try {
            converter.locate(stamp(column, stamps), at);
        } catch (IllegalArgumentException | ArithmeticException e) {
            if (!options.skipBad()) {
                throw RunbenchException
                        .badInput(name + ": record " + (rows.number() - 1) + ": no stamp in column '" + column + "': "
                                + e.getMessage())
                        .remedy("Correct it, or leave such rows unconverted: --skip-bad")
                        .causedBy(e);
            }
            tally.skipped();
            end(EMPTY);
            return;
        }
        tally.add(converter.chain(), at);
        out.append(',');
        out.put(at);
        end("");
    }

    private long stamp(String column, int index) {
        if (rows.plain() && index < rows.size()) {
            long plain = options.unit().plain(rows.text(), rows.from(index), rows.to(index));
            if (plain != StampUnit.NOT_PLAIN) {
                return plain;
            }
        }
        return options.unit().parse(cell(index, column).strip());
    }

    private void end(String rest) throws IOException {
        out.append(rest);
        quoting.println();
        out.flushIfLong();
    }

    /** The converters of many nodes, created on demand. */
    private static final class ConverterOfNode {
        private final NodeChains chains;
        private final StampUnit unit;
        private final Map<String, Converter> converters = new HashMap<>();

        ConverterOfNode(NodeChains chains, StampUnit unit) {
            this.chains = chains;
            this.unit = unit;
        }

        /**
         * Returns the converter of a node.
         *
         * @throws NodeChains.NoModel for a node without a model
         */
        Converter of(String node) {
            return converters.computeIfAbsent(node, n -> new Converter(chains.of(n), unit));
        }
    }
}
