package runbench.cli.log;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.align.log.LogReading;
import runbench.base.quantity.Durations;
import runbench.cli.option.JsonOption;
import runbench.cli.option.PrintTarget;
import runbench.cli.option.RunName;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
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
                description = "Folders or files of logs, in the time of one reference; or runs: " + RunName.FORMS + ".")
        private List<String> places;

        LogReading read() throws IOException {
            return StoredLog.of(RunName.paths(places));
        }
    }

    /** Options that filter events. */
    static final class FilterOptions {
        @Option(names = "--type", paramLabel = "TYPE",
                description = "Only events of these types, separated by commas; * stands for any text, and !TYPE "
                        + "excludes a type.")
        private List<String> types = new ArrayList<>();

        @Option(names = "--node", paramLabel = "NAME", description = "Only events of these nodes, likewise.")
        private List<String> nodes = new ArrayList<>();

        @Option(names = "--text", paramLabel = "TEXT",
                description = "Only events with this text in comment, type or fields, or with this id; !TEXT: "
                        + "without it.")
        private String text;

        @Option(names = "--severity", paramLabel = "SEVERITY",
                description = "Only events of this severity or a higher one: debug, info, warning, error.")
        private String severity;

        @Option(names = "--from", paramLabel = "TIME", converter = NanosOrSeconds.class,
                description = "Only events from this time on, since the first event of the log: 2s, 300ms.")
        private Long from;

        @Option(names = "--to", paramLabel = "TIME", converter = NanosOrSeconds.class,
                description = "Only events up to this time.")
        private Long to;

        @Option(names = "--around", paramLabel = "TIME",
                description = "Also all events up to this time before and after those that match: 500ms.")
        private String around;

        EventFilter filter() {
            List<String> words = new ArrayList<>();
            add("text", text, words);
            add("severity", severity, words);
            if (from != null || to != null) {
                add("time", text(from) + ".." + text(to), words);
            }
            add("around", around, words);
            types.forEach(t -> words.add("type=" + t));
            nodes.forEach(n -> words.add("node=" + n));
            return EventFilter.parse(words);
        }

        private static String text(Long nanos) {
            return nanos == null ? "" : Durations.typed(nanos);
        }

        private static void add(String key, String value, List<String> words) {
            if (value != null) {
                words.add(key + "=" + value);
            }
        }
    }

    /** Options for the format of events. */
    static final class LogFormatOptions extends JsonOption {
        @Option(names = "--csv", paramLabel = "FILE", arity = "0..1", order = 33,
                converter = PrintTarget.Converter.class, preprocessor = PrintTarget.AttachedOnly.class,
                description = "Print the result as CSV, or write it to FILE.")
        private PrintTarget csv;

        @Override
        public boolean isText() {
            return super.isText() && csv == null;
        }

        /** Returns the printer of events. */
        @FunctionalInterface
        interface Reading<T> {
            T show(LogMerge.EventConsumer to) throws IOException;
        }

        /** @param placed whether events have times of the reference */
        <T> T print(PrintWriter out, boolean placed, Reading<T> reading) throws IOException {
            if (isText()) {
                try (LogText lines = new LogText(out, placed)) {
                    return reading.show(lines);
                }
            }
            try (LogTable table = isJson() ? LogTable.ndjson(out, placed) : LogTable.csv(out, placed)) {
                return reading.show(table);
            } finally {
                out.flush();
            }
        }
    }
}
