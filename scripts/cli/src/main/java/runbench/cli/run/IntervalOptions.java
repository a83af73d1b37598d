package runbench.cli.run;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Range;
import runbench.cli.option.PrintTarget;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.cli.output.Terminal;
import runbench.measure.machine.LiveScreen;
import runbench.parser.interval.IntervalCounts;
import runbench.report.text.IntervalCountsText;
import runbench.sampler.run.SamplingPeriod;
import runbench.sampler.run.SamplingRequest;

/** Options for the counts of intervals while a program runs. */
@OptionSection("Counts while the program runs")
final class IntervalOptions {
    private static final String OPTION = "--interval";
    private static final Duration LIVE_INTERVAL = Duration.ofMillis(500);

    @Option(names = {"-I", OPTION}, paramLabel = "TIME", order = 25,
            description = "Print the counts of each interval of this wall time (10ms to 1h) while the program runs, on "
                    + "standard error as perf stat -I does: time, count, unit, event, rate.")
    private String interval;

    @Option(names = "--csv", paramLabel = "FILE", arity = "0..1", order = 26,
            preprocessor = PrintTarget.AttachedOnly.class,
            description = "Print the intervals as CSV with the fields of perf stat -I -x, instead of the table and the "
                    + "summary, or write them to FILE.")
    private String csv;

    @Option(names = "--live", order = 27,
            description = "Show a view of the running program on the terminal: now, mean and course of each event, CPU "
                    + "use and states of the tasks, for each interval (-I, default: 500ms). q ends as Ctrl-C does.")
    private boolean live;

    /** Returns whether the terminal shows a view of the running program. */
    boolean isLive() {
        return live;
    }

    /**
     * Returns the interval; null: none.
     *
     * @throws RunbenchException (bad input) no interval, or --csv without one
     */
    Duration interval() {
        if (interval == null && live) {
            return LIVE_INTERVAL;
        }
        if (interval == null) {
            if (csv != null) {
                throw RunbenchException.badInput("--csv prints the counts of intervals, and no interval is given")
                        .remedy("add -I 1s; or write all samples of a run: runbench parse RUN --csv");
            }
            return null;
        }
        if (interval.matches("[1-9][0-9]{0,9}")) {
            throw RunbenchException.badInput(OPTION + " '" + interval + "' cannot be read: it lacks its unit")
                    .remedy("perf's milliseconds are: -I " + Durations.typed(1_000_000L * Long.parseLong(interval)));
        }
        Duration time = SamplingPeriod.duration(OPTION, interval);
        Range.time(OPTION, time.toNanos(), SamplingRequest.MIN_INTERVAL.toNanos(), SamplingPeriod.MAX_NANOS);
        return time;
    }

    /** Rejects options that contradict the intervals. */
    void check(OutputOptions output, boolean repeated, boolean exact, boolean emulated) {
        if (interval == null && !live) {
            return;
        }
        String option = live ? "--live" : OPTION;
        if (repeated || exact) {
            throw RunbenchException
                    .badInput(option + " is for a single run, and " + (repeated ? "-n" : "--exact") + " runs it again")
                    .remedy("leave one of them out");
        }
        if (emulated) {
            throw RunbenchException
                    .badInput(option + " needs intervals of wall time, and an emulated program counts instructions")
                    .remedy("leave " + (live ? option : "-I") + " out: samples.csv has the counts of each period");
        }
        if (live && (isPrinted() || output.showOutput)) {
            throw RunbenchException
                    .badInput(
                            "--live and " + (output.showOutput ? "--show-output" : "--csv") + " both use the terminal")
                    .remedy(output.showOutput ? "leave one out: the program's output is kept in benchmark.out"
                            : "write the intervals to a file: --csv=intervals.csv");
        }
        if (live) {
            LiveScreen.requireTerminal(Terminal.messageColumns() > 0);
        }
        if (isPrinted() && (output.isPrintedJson() || output.showOutput)) {
            throw RunbenchException
                    .badInput("--csv and " + (output.showOutput ? "--show-output" : "--json")
                            + " both print on standard output")
                    .remedy("write one of them to a file: --csv=intervals.csv");
        }
    }

    /** Returns whether the CSV is on standard output, instead of the summary. */
    boolean isPrinted() {
        return PrintTarget.isStandardOutput(csv);
    }

    /** Returns whether rows are printed on the terminal, where they and the progress would overwrite each other. */
    boolean showsRows() {
        return interval != null && !live && (csv == null || isPrinted());
    }

    /** Returns the writer of the intervals; null: the view shows them. */
    Rows rows(CommandLine line) {
        if (csv == null && live) {
            return null;
        }
        if (csv == null) {
            return new Rows(line.getErr(), System.err, null, false);
        }
        if (isPrinted()) {
            return new Rows(line.getOut(), System.out, null, true);
        }
        try {
            Path file = Path.of(csv);
            return new Rows(new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8)), null, file, true);
        } catch (IOException e) {
            throw RunbenchException.machine("cannot write " + csv + ": " + IoReason.of(e))
                    .remedy("name a file in a folder that you can write to: --csv=FILE")
                    .causedBy(e);
        }
    }

    /** Prints intervals as they arrive, each completely. */
    static final class Rows implements AutoCloseable {
        private final PrintWriter out;
        /** The stream below, which keeps errors to itself; null: a file. */
        private final PrintStream stream;
        private final Path file;
        private final boolean isCsv;
        private boolean hasHeader;

        private Rows(PrintWriter out, PrintStream stream, Path file, boolean isCsv) {
            this.out = out;
            this.stream = stream;
            this.file = file;
            this.isCsv = isCsv;
        }

        /** @return false if the rows cannot be written: the reader closed the pipe, or the disk is full */
        boolean print(IntervalCounts interval) {
            if (!isCsv && !hasHeader) {
                out.println(IntervalCountsText.HEADER);
                hasHeader = true;
            }
            List<String> lines = isCsv ? IntervalCountsText.csv(interval) : IntervalCountsText.rows(interval);
            lines.forEach(out::println);
            return !out.checkError() && (stream == null || !stream.checkError());
        }

        /** @throws RunbenchException exit code 3: a file does not contain all rows */
        @Override
        public void close() {
            if (file == null) {
                return;
            }
            boolean failed = out.checkError();
            out.close();
            if (failed) {
                throw RunbenchException.machine("cannot write " + file + ": its last rows are missing")
                        .remedy("make room there (df -h); the run itself is complete");
            }
        }
    }
}
