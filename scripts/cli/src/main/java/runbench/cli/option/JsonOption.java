package runbench.cli.option;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.cli.output.Terminal;
import runbench.plotter.figure.Figure;
import runbench.plotter.render.awt.Charts;
import runbench.report.text.PrintedJson;

/** The option for a result as JSON instead of text. */
public class JsonOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--json", order = 34, description = "Print the result as JSON.")
    private boolean json;

    public boolean isJson() {
        return json;
    }

    /** Returns whether text is printed. */
    public boolean isText() {
        return !json;
    }

    public boolean isQuiet() {
        return false;
    }

    /** Returns the display of progress, which {@code --json} does not affect. */
    public Terminal terminal() {
        return Terminal.of(isQuiet());
    }

    /** Returns the display of progress of a command that shows none with {@code --json}. */
    public Terminal progress() {
        return Terminal.of(isQuiet() || json);
    }

    /** Prints the result: as JSON with {@code --json}, else as text if text is printed. */
    public void print(OutputFormat format, Supplier<?> result, Consumer<PrintWriter> text) {
        PrintWriter out = command.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(format, result.get()));
        } else if (isText()) {
            text.accept(out);
        }
    }

    /** Options for the format of a result and for progress. */
    public static class PrintedOptions extends JsonOption {
        @Option(names = {"-q", "--quiet"}, order = 35,
                description = "Print no messages of Runbench except errors; show no progress.")
        private boolean quiet;

        @Override
        public boolean isQuiet() {
            return quiet;
        }

        @Override
        public boolean isText() {
            return super.isText() && !quiet;
        }
    }

    /** Options for a result with a chart in a file that is named. */
    public static final class ChartedOptions extends JsonOption {
        @Option(names = "--chart", paramLabel = "FILE", order = 33, description = "Draw a chart: FILE.png or FILE.svg.")
        private Path chart;

        /** Draws the chart if it is wanted. */
        public void draw(Supplier<Figure> figure) {
            if (chart != null) {
                Charts.write(figure.get(), chart);
            }
        }
    }

    /** Options for the format of a result, which is always printed, and for progress. */
    public static class ProgressOptions extends JsonOption {
        @Option(names = {"-q", "--quiet"}, order = 35, description = "Show no progress.")
        private boolean quiet;

        @Override
        public boolean isQuiet() {
            return quiet;
        }
    }
}
