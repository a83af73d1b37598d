package runbench.cli.option;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Option;
import runbench.align.view.PredictedRun;
import runbench.base.error.ExceptionTranslator;
import runbench.cli.output.Failures;

/** Options for the interactive page of a run. */
public class PageOptions {
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

    /** Options for the page and the prediction of a run on many nodes. */
    public static final class ClusterPageOptions extends PageOptions {
        @Option(names = "--predicted", paramLabel = "MEASURED", order = 32,
                description = "Compare the time of each phase, and of the whole run, with a prediction: the folder "
                        + "that runbench pas2p signature run wrote, or a signature for the times of the run that it "
                        + "was built from. It must be of the same program, input and number of ranks.")
        private Path predicted;

        public boolean isPredicted() {
            return predicted != null;
        }

        /** Returns the prediction, or null. */
        public PredictedRun predicted() {
            return predicted == null ? null : PredictedRun.read(predicted);
        }
    }
}
