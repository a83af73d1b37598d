package runbench.cli.log;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import runbench.base.error.ExitCode;
import runbench.cli.log.LogOptions.FilterOptions;
import runbench.cli.option.JsonOption;
import runbench.cli.option.RunName;
import runbench.cli.output.Terminal;
import runbench.livelog.LogReplay;
import runbench.report.text.LogText.LiveText;
import runbench.sync.live.EventFilter;

/** {@code runbench log replay}: replays a live log. */
@Command(name = "replay", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Prints the events of a live log again: in their final order after a completed run, otherwise in "
                + "the order in which they were shown.",
        exitCodeListHeading = "%nExit codes:%n", exitCodeList = {"0:printed", "2:no such log", "130:interrupted"},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench log replay results/log/ring --speed 10x",
                "  runbench log replay results/log/ring --type stdout,stderr --node n1 --json",
                "  runbench log replay results/log/ring --severity error --around 500ms"})
public final class LogReplayCommand implements Callable<Integer> {
    @Parameters(paramLabel = "STORE", converter = RunName.class,
            description = "The log of runbench log run: " + RunName.LOG_FORMS + "; or a file of events (*.ndjson).")
    private Path place;

    @Option(names = "--speed", paramLabel = "NUMBERx|max", defaultValue = "max", converter = Speed.class,
            description = "1x: the speed of the run; 10x: ten times as fast; max: without pauses (default).")
    private double speed;

    @Mixin
    private FilterOptions filters;

    @Mixin
    private JsonOption printed;

    @Spec
    private CommandSpec spec;

    /** A number with an x, or max. */
    static final class Speed implements ITypeConverter<Double> {
        @Override
        public Double convert(String value) {
            if (value.equals("max")) {
                return Double.POSITIVE_INFINITY;
            }
            try {
                double number = Double
                        .parseDouble(value.endsWith("x") ? value.substring(0, value.length() - 1) : value);
                if (number > 0 && Double.isFinite(number)) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Reported below.
            }
            throw new TypeConversionException("'" + value + "' is not a speed: write 1x, 10x, 0.5x or max");
        }
    }

    @Override
    public Integer call() throws IOException {
        EventFilter filter = filters.filter();
        LogReplay replay = new LogReplay(LogReplay.fileOf(place), speed, filter);
        PrintWriter out = spec.commandLine().getOut();
        LiveText text = new LiveText(out, Terminal.outputColumns(), false);
        try {
            replay.run((event, line) -> {
                if (printed.isJson()) {
                    out.println(line);
                } else {
                    text.print(event);
                }
                // A closed pipe ends the replay. Pending output is flushed before each pause.
                return speed == Double.POSITIVE_INFINITY || !out.checkError();
            });
        } catch (InterruptedException e) {
            return ExitCode.INTERRUPTED.code();
        } finally {
            out.flush();
        }
        if (printed.isQuiet()) {
            return 0;
        }
        if (replay.refused() > 0) {
            spec.commandLine().getErr().printf("note: %,d malformed lines were skipped%n", replay.refused());
        }
        if (replay.shown() == 0 && !filter.isAll()) {
            spec.commandLine().getErr().println("note: no event passes the filter " + String.join(" ", filter.words()));
        }
        return 0;
    }
}
