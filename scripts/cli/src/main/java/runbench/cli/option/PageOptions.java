package runbench.cli.option;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Option;
import runbench.base.error.ExceptionTranslator;
import runbench.cli.output.Failures;

/** Whether a run gets its interactive page, and where. */
public final class PageOptions {
    @Option(names = "--no-page", order = 33, description = "Write no interactive page.")
    private boolean none;

    @Option(names = "--page", paramLabel = "FILE", order = 33,
            description = "The interactive page (default: page.html in the run's folder).")
    private Path file;

    /**
     * Writes it, or says why it could not be: what was measured is there all the same.
     *
     * @param usual where it goes unless another place was asked for; null: nowhere
     * @param out where its name is printed; null: nowhere
     * @return false where it failed
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

    /** Where it goes; null: nowhere. @param usual unless another place was asked for */
    public Path to(Path usual) {
        return none ? null : file == null ? usual : file;
    }

    /** Asked for by name. */
    public boolean asked() {
        return none || file != null;
    }
}
