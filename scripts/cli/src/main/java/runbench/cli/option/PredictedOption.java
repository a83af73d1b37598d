package runbench.cli.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import runbench.align.view.PredictedRun;

/** What a signature predicts, beside what the phases of a run took. */
public final class PredictedOption {
    @Option(names = "--predicted", paramLabel = "MEASURED", order = 32,
            description = "Show what a signature predicts beside what each phase, and the whole "
                    + "run, took: the folder that runbench pas2p signature run wrote, or a signature itself for the times of the run that it was built from. "
                    + "It must be of the same program, input and number of ranks.")
    private Path place;

    public boolean asked() {
        return place != null;
    }

    /** Null: not asked for. */
    public PredictedRun read() {
        return place == null ? null : PredictedRun.read(place);
    }
}
