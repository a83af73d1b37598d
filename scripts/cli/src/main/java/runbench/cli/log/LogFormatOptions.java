package runbench.cli.log;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import picocli.CommandLine.Option;
import runbench.report.text.LogText;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogTable;

/** Options for the format of events. */
final class LogFormatOptions {
    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    @Option(names = "--csv", description = "Print CSV with a header.")
    private boolean csv;

    boolean text() {
        return !json && !csv;
    }

    /** Returns the printer of events. */
    @FunctionalInterface
    interface Reading<T> {
        T show(LogMerge.EventConsumer to);
    }

    /** @param placed whether events have times of the reference */
    <T> T print(PrintWriter out, boolean placed, Reading<T> reading) throws IOException {
        if (text()) {
            try (LogText lines = new LogText(out, placed)) {
                return reading.show(lines);
            }
        }
        try (LogTable table = json ? LogTable.ndjson(out, placed) : LogTable.csv(out, placed)) {
            return reading.show(table);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            out.flush();
        }
    }
}
