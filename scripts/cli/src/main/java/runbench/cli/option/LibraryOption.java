package runbench.cli.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import runbench.measure.profile.ProfileStudy;
import runbench.schedule.profile.ProfileLibrary;

/** The option for the library of profiles. */
public final class LibraryOption {
    @Option(names = "--library", order = 20, paramLabel = "DIR",
            description = "Folder of profiles (default: ~/.cache/runbench/profiles).")
    private Path folder;

    public ProfileLibrary library() {
        return folder == null ? ProfileStudy.library() : ProfileStudy.library(folder);
    }
}
