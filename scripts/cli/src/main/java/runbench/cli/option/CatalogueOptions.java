package runbench.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import runbench.base.home.ProjectHome;
import runbench.base.home.UserFolders;
import runbench.catalogue.Catalogue;
import runbench.catalogue.ResolveOptions;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.measure.profile.ProfileStudy;
import runbench.schedule.profile.ProfileLibrary;

/** Options that select a benchmark and its source. */
@OptionSection("Benchmark")
public final class CatalogueOptions {
    @Option(names = "--catalogue", paramLabel = "FILE", order = 1,
            description = "Further catalogue entries (TOML); may be given several times. Own entries are also "
                    + "read from ~/.config/runbench/bench.d/*.toml.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--spec", paramLabel = "DIR", defaultValue = "${env:SPEC}", order = 2,
            description = "A SPEC CPU2006 tree or a Multi2Sim tree (default: $SPEC).")
    private Path specTree;

    @Option(names = "--require-spec", order = 3,
            description = "Do not run an open-source stand-in instead of the SPEC program.")
    private boolean requireSpec;

    @Option(names = "--run", paramLabel = "NAME", order = 4,
            description = "Another of the benchmark's runs ('runbench show ID' lists them).")
    private String run;

    public Catalogue load() {
        return Catalogue.load(files);
    }

    /** Returns the options without a working folder: see {@link ResolveOptions#in}. */
    public ResolveOptions resolveOptions() {
        return new ResolveOptions(specTree, requireSpec, run, ProjectHome.folder(), UserFolders.cache(), Path.of("."));
    }

    /** Returns the options as arguments for another process. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        for (Path file : files) {
            arguments.addAll(List.of("--catalogue", file.toAbsolutePath().toString()));
        }
        if (specTree != null) {
            arguments.addAll(List.of("--spec", specTree.toAbsolutePath().toString()));
        }
        if (requireSpec) {
            arguments.add("--require-spec");
        }
        if (run != null) {
            arguments.addAll(List.of("--run", run));
        }
        return arguments;
    }

    /** The option for the library of profiles. */
    public static final class LibraryOption {
        @Option(names = "--library", order = 20, paramLabel = "DIR",
                description = "Folder of profiles (default: ~/.cache/runbench/profiles).")
        private Path folder;

        public ProfileLibrary library() {
            return folder == null ? ProfileStudy.library() : ProfileStudy.library(folder);
        }
    }
}
