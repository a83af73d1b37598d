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
import runbench.report.text.FoldedText;
import runbench.report.text.PrintedJson;
import runbench.report.text.Screen;

/** Options for the format of a result, and for progress. */
public class JsonOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--json", order = 34, paramLabel = "FILE", arity = "0..1", converter = PrintTarget.Converter.class,
            preprocessor = PrintTarget.AttachedOnly.class,
            description = "Print the result as JSON, or write it to FILE.")
    private PrintTarget json;

    @Option(names = {"-q", "--quiet"}, order = 35,
            description = "Print no messages of Runbench except errors; show no progress.")
    private boolean quiet;

    public boolean isJson() {
        return json != null;
    }

    /** Returns whether JSON is printed on standard output. */
    public boolean isPrintedJson() {
        return json != null && json.file() == null;
    }

    /** Returns whether text is printed. */
    public boolean isText() {
        return !isJson();
    }

    public boolean isQuiet() {
        return quiet;
    }

    /** Prints a note on standard error, if notes are printed. */
    public void note(String text) {
        if (!isQuiet()) {
            command.commandLine().getErr().println("note: " + text);
        }
    }

    /** Returns the display of progress, which {@code --json} does not affect. */
    public Terminal terminal() {
        return Terminal.of(isQuiet());
    }

    /** Returns the display of progress of a command that shows none with {@code --json}. */
    public Terminal progress() {
        return Terminal.of(isQuiet() || isJson());
    }

    /** Prints the result: as JSON with {@code --json}, else as text if text is printed. */
    public void print(OutputFormat format, Supplier<?> result, Consumer<PrintWriter> text) {
        PrintWriter out = command.commandLine().getOut();
        if (isJson()) {
            out.println(PrintedJson.text(format, result.get()));
        } else if (isText()) {
            text.accept(out);
        }
    }

    /** Prints the result as {@link #print} does, its text as wide as the terminal. */
    public void printFolded(OutputFormat format, Supplier<?> result, Consumer<? super Screen> text) {
        print(format, result, out -> FoldedText.print(Terminal.outputColumns(), out, text));
    }

    /** Options for a result that is stored in files: with {@code --quiet} its text is not printed. */
    public static class PrintedOptions extends JsonOption {
        @Override
        public boolean isText() {
            return super.isText() && !isQuiet();
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
}
