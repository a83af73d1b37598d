package runbench.cli.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import runbench.measure.profile.ProfileStudy;
import runbench.schedule.profile.ProfileLibrary;

/** Whose profiles: the same for all who keep or read them. */
public final class LibraryOption {
    @Option(names = "--library", order = 20, paramLabel = "DIR",
            description = "Another folder of profiles than ~/.cache/runbench/profiles.")
    private Path folder;

    public ProfileLibrary library() {
        return folder == null ? ProfileStudy.library() : ProfileStudy.library(folder);
    }
}
