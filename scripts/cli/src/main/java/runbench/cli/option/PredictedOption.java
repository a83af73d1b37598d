package runbench.cli.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import runbench.align.view.PredictedRun;

/** The option for a prediction to compare with a run. */
public final class PredictedOption {
    @Option(names = "--predicted", paramLabel = "MEASURED", order = 32,
            description = "Compare the time of each phase, and of the whole run, with a prediction: the folder that "
                    + "runbench pas2p signature run wrote, or a signature for the times of the run that it was built "
                    + "from. It must be of the same program, input and number of ranks.")
    private Path place;

    public boolean asked() {
        return place != null;
    }

    /** Returns the prediction, or null. */
    public PredictedRun read() {
        return place == null ? null : PredictedRun.read(place);
    }
}
