package runbench.cli.log;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.align.log.LogReading;
import runbench.livelog.StoredLog;
import runbench.report.text.LogText;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogTable;
import runbench.sync.live.EventFilter;
/** Options of commands that read events. */
final class LogOptions {
    private LogOptions() {
    }

    /** The logs that a command reads. */
    static final class LogPlaces {
        @Parameters(paramLabel = "STORE|RUN", arity = "1..*",
                description = "Folders of live logs or runs, or files of logs, in the time of one reference.")
        private List<Path> places;

        LogReading read() throws IOException {
            return StoredLog.of(places);
        }
    }

    /** Options that filter events. */
    static final class FilterOptions {
        @Option(names = "--type", paramLabel = "T[,T]",
                description = "Only events of these types; * stands for any text.")
        private List<String> types = new ArrayList<>();

        @Option(names = "--node", paramLabel = "N[,N]",
                description = "Only events of these nodes; * stands for any text.")
        private List<String> nodes = new ArrayList<>();

        EventFilter filter() {
            List<String> words = new ArrayList<>();
            types.forEach(t -> words.add("type=" + t));
            nodes.forEach(n -> words.add("node=" + n));
            return EventFilter.parse(words);
        }
    }

    /** Options for the format of events. */
    static final class LogFormatOptions {
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
}
