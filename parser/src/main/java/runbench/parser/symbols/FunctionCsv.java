package runbench.parser.symbols;

import java.io.IOException;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** Shares of functions as a table: a row for each function of each part of the run. */
public final class FunctionCsv implements AutoCloseable {
    private final CSVPrinter csv;

    /** Writes the heading. */
    public FunctionCsv(Appendable out) throws IOException {
        csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
        csv.printRecord(List.of("phase", "function", "library", "samples", "share", "low", "high"));
    }

    /**
     * @param phase empty for the whole run
     * @param top functions at most
     */
    public void add(String phase, FunctionProfile profile, int top) throws IOException {
        for (FunctionShare f : profile.functions().stream().limit(top).toList()) {
            csv.printRecord(phase, f.function(), f.library(), f.samples(), f.share(), f.low(), f.high());
        }
    }

    @Override
    public void close() throws IOException {
        csv.flush();
    }
}
