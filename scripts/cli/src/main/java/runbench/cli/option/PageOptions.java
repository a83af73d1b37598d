package runbench.cli.option;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Option;
import runbench.base.error.ExceptionTranslator;
import runbench.cli.output.Failures;

/** Options for the interactive page of a run. */
public final class PageOptions {
    @Option(names = "--no-page", order = 33, description = "Write no interactive page.")
    private boolean none;

    @Option(names = "--page", paramLabel = "FILE", order = 33,
            description = "The interactive page (default: page.html in the run's folder).")
    private Path file;

    /**
     * Writes the page. A failure is printed; it does not affect the measurement.
     *
     * @param usual default file; null: none
     * @param out receives the name of the page; null: none
     * @return false: the page could not be written
     */
    public boolean write(Path usual, Consumer<Path> page, PrintWriter out, PrintWriter err) {
        Path to = to(usual);
        if (to == null) {
            return true;
        }
        try {
            page.accept(to);
        } catch (RuntimeException e) {
            Failures.print(ExceptionTranslator.translate(e), err);
            err.flush();
            return false;
        }
        if (out != null) {
            out.println("  page: " + to);
        }
        return true;
    }

    /**
     * Returns the file of the page; null: no page.
     *
     * @param usual default file
     */
    public Path to(Path usual) {
        return none ? null : file == null ? usual : file;
    }

    /** Returns whether --page was given. */
    public boolean asked() {
        return none || file != null;
    }
}
