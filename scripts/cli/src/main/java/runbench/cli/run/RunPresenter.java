package runbench.cli.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.quantity.Units;
import runbench.catalogue.ResolvedBenchmark;
import runbench.cli.output.Failures;
import runbench.cli.output.Terminal;
import runbench.measure.RunFolder;
import runbench.measure.RunObserver;
import runbench.measure.RunOutcome;
import runbench.parser.interval.IntervalCounts;
import runbench.report.text.FoldedText;
import runbench.report.text.SummaryText;
import runbench.report.text.SummaryText.DisturbanceText;
import runbench.sampler.emulate.CrossCheck;
import runbench.sampler.environment.Disturbance;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.events.EventSelection.EventSum;

/** The messages of a measurement, and the summary after it. */
final class RunPresenter implements RunObserver {
    private static final int NAMED = 4;
    private static final int DISTURBANCES = 3;

    private final OutputOptions output;
    private final IntervalOptions intervals;
    private final IntervalOptions.Rows rows;
    private final Terminal terminal;
    private final LiveView live;
    private final PrintWriter out;
    private final PrintWriter err;

    RunPresenter(CommandLine line, OutputOptions output) {
        this(line, output, new IntervalOptions(), null);
    }

    /** @param live view of the running program; null: none */
    RunPresenter(CommandLine line, OutputOptions output, IntervalOptions intervals, LiveView live) {
        this.live = live;
        this.output = output;
        this.intervals = intervals;
        rows = intervals.rows(line);
        terminal = Terminal.of(output.isQuiet() || output.showOutput || intervals.showsRows());
        out = line.getOut();
        err = line.getErr();
    }

    @Override
    public ProgressDisplay progress() {
        return live != null && !live.hasEnded() ? live : terminal;
    }

    @Override
    public void disturbed(List<Disturbance> disturbances) {
        if (!output.isQuiet()) {
            disturbances.stream().limit(DISTURBANCES).forEach(d -> err.println("runbench: " + DisturbanceText.line(d)));
            err.flush();
        }
    }

    @Override
    public void resolved(ResolvedBenchmark benchmark) {
        if (!output.isQuiet()) {
            err.println("runbench: " + benchmark.label());
            benchmark.notes().forEach(n -> err.println("runbench:   " + n));
        }
    }

    @Override
    public void preparing(String step) {
        if (terminal.visible()) {
            err.println("runbench:   " + step);
        }
    }

    /**
     * Prints the events of this machine for which typed names stand, or one line that says where they are listed.
     */
    @Override
    public void counting(EventSelection events) {
        if (output.isQuiet() || events.remarks().isEmpty()) {
            return;
        }
        boolean chosenByPerson = !events.asked().strip().equalsIgnoreCase(EventResolver.AUTO);
        if (chosenByPerson && events.remarks().size() <= NAMED) {
            events.remarks().forEach(r -> err.println("runbench: " + r));
            err.flush();
            return;
        }
        List<String> names = Stream
                .concat(events.sums().stream().map(EventSum::name),
                        events.events()
                                .stream()
                                .map(Event::name)
                                .filter(n -> events.sums().stream().noneMatch(s -> s.summands().contains(n))))
                .toList();
        int shown = Math.min(NAMED, names.size());
        err.println("runbench: counting " + String.join(", ", names.subList(0, shown))
                + (shown < names.size() ? " and " + (names.size() - shown) + " more" : "")
                + "; their events on this machine: run.json, or runbench events " + names.get(0));
        err.flush();
    }

    @Override
    public void started(long pid) {
        if (live != null) {
            live.started(pid);
        }
    }

    @Override
    public void sampled(long samples) {
        if (live != null) {
            live.sampled(samples);
        }
    }

    @Override
    public boolean interval(IntervalCounts interval) {
        if (live != null) {
            live.add(interval);
        }
        return rows == null || rows.print(interval);
    }

    @Override
    public void crossChecked(CrossCheck check) {
        err.print(check);
    }

    @Override
    public void failed(RunbenchException failure) {
        if (live != null) {
            live.close(); // the message would disappear with the view
        }
        Failures.print(failure, err);
        err.flush();
    }

    /** @return the exit code */
    int print(RunOutcome outcome) {
        if (output.isJson()) {
            out.println(outcome.summary() == null ? "{}" : outcome.summary().toJson());
        } else if (!output.isQuiet() && !intervals.isPrinted()) {
            FoldedText.print(Terminal.outputColumns(), out, to -> text(outcome, to));
        }
        if (outcome.failure() != null) {
            Failures.print(outcome.failure(), err);
        }
        if (rows != null) {
            rows.close();
        }
        return outcome.exitCode().code();
    }

    private void text(RunOutcome outcome, PrintWriter to) {
        RunFolder folder = outcome.folder();
        if (outcome.summary() != null) {
            SummaryText.print(outcome.summary(), to);
            DisturbanceText.summary(outcome.disturbed(), outcome.summary()).forEach(line -> to.println("  " + line));
            outcome.advice().ifPresent(a -> to.println("  " + a));
        }
        if (!output.showOutput) {
            kept(to, "output", folder.benchmarkOut());
            kept(to, "errors", folder.benchmarkErr());
        }
        to.println("  " + (outcome.chart() == null ? "files: " + folder.path() : "chart: " + outcome.chart()));
        if (outcome.page() != null) {
            to.println("  page: " + outcome.page());
        }
    }

    private static void kept(PrintWriter to, String what, Path file) {
        try {
            if (Files.exists(file) && Files.size(file) > 0) {
                to.printf("  the program's %s: %s (%s; --show-output prints it too)%n", what, file,
                        Units.bytes(Files.size(file)));
            }
        } catch (IOException e) {
            // The file was removed meanwhile: there is nothing to show.
        }
    }
}
