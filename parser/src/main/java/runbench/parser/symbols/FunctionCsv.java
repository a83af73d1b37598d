package runbench.parser.symbols;

import java.io.IOException;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.parser.symbols.FunctionProfile.FunctionShare;

/** A CSV table of function shares, with one row per function and part of the run. */
public final class FunctionCsv implements AutoCloseable {
    private final CSVPrinter csv;

    /** Writes the header. */
    public FunctionCsv(Appendable out) throws IOException {
        csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
        csv.printRecord(List.of("phase", "function", "library", "samples", "share", "low", "high"));
    }

    /**
     * Writes the rows of one part.
     *
     * @param phase name of the phase; empty for the whole run
     * @param profile profile of the part
     * @param top maximum number of functions
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
