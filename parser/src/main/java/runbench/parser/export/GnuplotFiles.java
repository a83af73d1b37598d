package runbench.parser.export;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.process.IoReason;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;
import runbench.parser.series.Period;
import runbench.parser.series.Period.PeriodFlag;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesReport;
import runbench.parser.series.SeriesReport.CountEstimate;
import runbench.parser.stats.RunSummary.EventSummary;

/**
 * The files NAME.dat and NAME.plt for the first counted event, NAME.EVENT.dat and .plt for each of the others, and
 * NAME.all.plt, which draws several events in one figure.
 */
final class GnuplotFiles implements SeriesCollector<List<Path>> {
    private final Periods periods;
    private final Path directory;
    private final String all;
    private final Map<Integer, String> stems;
    private final List<GnuplotData> data = new ArrayList<>();
    private long samples;

    GnuplotFiles(Periods periods, Path directory, String name) {
        this.periods = periods;
        this.directory = directory;
        all = Exports.fileName(name) + ".all";
        stems = stems(periods, name, all);
        try {
            stems.forEach((event, stem) -> data.add(new GnuplotData(periods, event, file(stem, ".dat"))));
        } catch (RunbenchException e) {
            close();
            throw e;
        }
    }

    private Path file(String stem, String suffix) {
        return directory.resolve(stem + suffix);
    }

    @Override
    public PeriodVisitor periods() {
        GnuplotData[] all = data.toArray(GnuplotData[]::new);
        return p -> {
            samples += p.is(PeriodFlag.CLOSE) ? 0 : 1;
            for (GnuplotData one : all) {
                one.line(p);
            }
        };
    }

    @Override
    public List<Path> result(SeriesReport report) {
        List<Path> files = new ArrayList<>();
        int place = 0;
        for (Map.Entry<Integer, String> stem : stems.entrySet()) {
            EventInfo event = periods.events().get(stem.getKey());
            data.get(place++).finish(report.estimates().get(stem.getKey()));
            files.add(file(stem.getValue(), ".dat"));
            Path plot = file(stem.getValue(), ".plt");
            write(plot, GnuplotScript.text(stem.getValue(), event, periods.recording(), samples));
            files.add(plot);
        }
        if (stems.size() > 1) {
            Path plot = file(all, ".plt");
            Map<String, EventInfo> drawn = new LinkedHashMap<>();
            stems.forEach((event, stem) -> drawn.put(stem, periods.events().get(event)));
            write(plot, GnuplotScript.ofAll(all, drawn, periods.recording(), samples));
            files.add(plot);
        }
        return files;
    }

    @Override
    public void close() {
        data.forEach(GnuplotData::close);
    }

    /**
     * Returns the file names without suffix per counted event. They are distinct, and valid on any file system.
     *
     * @param taken another file's name without suffix
     */
    private static Map<Integer, String> stems(Periods periods, String name, String taken) {
        Map<Integer, String> stems = new LinkedHashMap<>();
        Set<String> used = new HashSet<>(Set.of(taken.toLowerCase(Locale.ROOT)));
        for (int e = 0; e < periods.events().size(); e++) {
            EventInfo event = periods.events().get(e);
            if (!event.counted()) {
                continue;
            }
            String stem = Exports.fileName(name);
            if (!stems.isEmpty()) {
                stem += "." + Exports.fileName(event.name());
            }
            String unique = stem;
            for (int n = 2; !used.add(unique.toLowerCase(Locale.ROOT)); n++) {
                unique = stem + "-" + n;
            }
            stems.put(e, unique);
        }
        return stems;
    }

    private static void write(Path file, String text) {
        try {
            OutputFile.write(file, text);
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": cannot be written: " + IoReason.of(e)).causedBy(e);
        }
    }

    /** The gnuplot script of a .dat file. It draws on the screen by default, and a PNG on request. */
    private static final class GnuplotScript {
        /** Number of characters of a title line that fit into 1272 pixels in the font below, including capitals. */
        private static final int LINE = 150;

        private GnuplotScript() {
        }

        /**
         * Returns the text of the script.
         *
         * @param stem file name without suffix
         * @param samples number of periods of the recording; the title contains it if the recording is incomplete
         */
        static String text(String stem, EventInfo event, Recording recording, long samples) {
            String title = event.name() + " (" + event.countedAs() + ")";
            return text(stem, title, event.unit().isEmpty() ? "count" : event.unit(), recording, samples) + """
                    unset key
                    plot "%s.dat" using 1:2 notitle with fsteps
                    """.formatted(stem);
        }

        /**
         * Returns the text of the script of several events.
         *
         * @param stem file name without suffix
         * @param events events by the name of their file without suffix
         */
        static String ofAll(String stem, Map<String, EventInfo> events, Recording recording, long samples) {
            return text(stem, events.size() + " events", "events", recording, samples) + events.entrySet()
                    .stream()
                    .map(e -> "\"%s.dat\" using 1:2 title \"%s\" noenhanced with fsteps".formatted(e.getKey(),
                            quoted(e.getValue().name())))
                    .collect(Collectors.joining(", \\\n     ", "plot ", "\n"));
        }

        private static String text(String stem, String subject, String unit, Recording recording, long samples) {
            Metadata metadata = recording.metadata();
            String damage = recording.damage().isEmpty() ? "" : "\nincomplete recording: " + samples + " samples kept";
            String title = Exports.title(metadata) + "\n" + subject + ", period " + period(metadata) + damage;
            return """
                    # gnuplot -p %1$s.plt                   shows the chart
                    # gnuplot -e png=1 %1$s.plt             writes %1$s.png
                    if (exists("png")) set terminal pngcairo size 1272,384 noenhanced; set output "%1$s.png"
                    set title "%2$s" noenhanced font ",10"
                    set xlabel "%3$s" noenhanced
                    set ylabel "%4$s per period" noenhanced
                    set grid
                    set autoscale fix
                    set yrange [0:*]
                    # A line of the file stands at the end of its period: the step reaches back to the end of the one before.
                    """.formatted(stem, wrapped(title),
                    metadata.countsInstructions() ? "Instructions (10^6)" : "Running time, t (s)", quoted(unit));
        }

        /** Wraps a title. gnuplot does not break lines; text wider than the picture would be truncated. */
        private static String wrapped(String title) {
            List<String> lines = new ArrayList<>();
            for (String line : title.split("\n")) {
                String rest = GnuplotData.oneLine(line);
                while (rest.length() > LINE) {
                    int space = rest.lastIndexOf(' ', LINE);
                    int at = space > LINE / 2 ? space
                            : LINE - (Character.isHighSurrogate(rest.charAt(LINE - 1)) ? 1 : 0);
                    lines.add(quoted(rest.substring(0, at)));
                    rest = rest.substring(at).strip();
                }
                lines.add(quoted(rest));
            }
            return String.join("\\n", lines);
        }

        private static String period(Metadata metadata) {
            long ns = metadata.periodNanos();
            if (metadata.countsInstructions()) {
                return ns + " instructions";
            }
            return ns % 1_000_000_000 == 0 ? ns / 1_000_000_000 + " s"
                    : ns % 1_000_000 == 0 ? ns / 1_000_000 + " ms" : ns / 1e3 + " us";
        }

        private static String quoted(String s) {
            return GnuplotData.oneLine(s).replace("\\", "\\\\").replace("\"", "\\\"").replace("`", "'");
        }
    }

    /**
     * One event in the columns of the reference project, {@code t(s) diff total dt(ms)}. Lines that the reference
     * project discards are kept as comments after "# ", with the reason; gnuplot skips them. The rest of a task after
     * its last sample is also a comment line. With these lines the differences add up to the total.
     */
    private static final class GnuplotData implements AutoCloseable {
        private final int event;
        private final EventInfo info;
        private final String title;
        private final String damage;
        private final boolean instructions;
        private final TextSink out;
        private final String begun;

        GnuplotData(Periods periods, int event, Path file) {
            this.event = event;
            info = periods.events().get(event);
            title = Exports.title(periods.recording().metadata());
            damage = periods.recording().damage().map(d -> "# " + oneLine(d.words()) + "\n").orElse("");
            instructions = periods.recording().metadata().countsInstructions();
            out = new TextSink(file);
            // The final basis of the count is known only after the last period; it is nearly always this one.
            begun = heading(new CountEstimate(Double.NaN, Double.NaN, periods.shareMeasured(info.group()), 0));
            out.text(begun);
        }

        private String heading(CountEstimate estimate) {
            return "# " + oneLine(title) + "; " + oneLine(info.name()) + " (" + info.countedAs()
                    + (estimate.estimated() ? "; estimated, " + EventSummary.reason(estimate) : "") + ")\n" + damage
                    + (instructions ? "# instructions(10^6) diff total period(10^6)\n" : "# t(s) diff total dt(ms)\n");
        }

        static String oneLine(String s) {
            return s.replaceAll("\\p{Cntrl}+", " ");
        }

        /**
         * Writes the end of the file, after the last period.
         *
         * @param estimate final estimate of the event's count
         */
        void finish(CountEstimate estimate) {
            String heading = heading(estimate);
            if (heading.equals(begun)) {
                out.close();
            } else {
                out.closeReplacing(begun.getBytes(StandardCharsets.UTF_8).length, heading);
            }
        }

        @Override
        public void close() {
            out.close();
        }

        void line(Period p) {
            if (p.group() != info.group()) {
                return;
            }
            boolean whole = p.shareMeasured() == 1;
            boolean measured = p.has(event);
            String aside = p.is(PeriodFlag.CLOSE) ? " close"
                    : p.is(PeriodFlag.REPEATED) ? " repeated"
                            : p.is(PeriodFlag.IRREGULAR) ? " irregular" : measured ? "" : " not measured";
            if (!aside.isEmpty()) {
                out.text("# ");
            }
            out.fixed(instructions ? p.runNanos() : (p.runNanos() + 500) / 1000, 6);
            out.character(' ');
            if (measured) {
                out.number(whole ? p.count(event) : Math.round(p.estimate(event)));
            } else {
                out.character('-');
            }
            out.character(' ');
            out.number(Math.round(p.estimatedTotal(event)));
            out.character(' ');
            if (instructions) {
                out.fixed(p.runDeltaNanos(), 6);
            } else {
                out.fixed((p.runDeltaNanos() + 50) / 100, 4);
            }
            if (!aside.isEmpty()) {
                out.text(aside);
            }
            out.character('\n');
        }
    }
}
