package runbench.align.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import runbench.base.file.OutputFile;

/** The folder of a run on many nodes, and the names of what lies in it. */
public record ClusterFolder(Path path) {
    /** {@code cluster.json}: {@link ClusterRecord}. */
    public Path record() {
        return path.resolve("cluster.json");
    }

    /** The sampler's arguments on every node, one a line. */
    public Path samplerArguments() {
        return path.resolve("sampler.args");
    }

    /** Appears when the ranks may go. */
    public Path go() {
        return path.resolve("go");
    }

    /**
     * Appears when the run is interrupted, and holds how often: ranks that nobody else ends are ended by their keepers.
     */
    public Path stop() {
        return path.resolve("stop");
    }

    /** Writes a file for the nodes as a whole: nobody reads half of it. */
    public void write(Path file, CharSequence content) throws IOException {
        OutputFile.write(file, content.toString());
    }

    /**
     * Names of the programs that the preloaded library came into without a rank to take; gone once ranks have reported.
     */
    public Path loaded() {
        return path.resolve("loaded");
    }

    /** Appears when nothing of the run is needed on the nodes any more. */
    public Path end() {
        return path.resolve("end");
    }

    public Path launcherOut() {
        return path.resolve("launcher.out");
    }

    public Path launcherErr() {
        return path.resolve("launcher.err");
    }

    public Path hosts() {
        return path.resolve("hosts");
    }

    public Path ranks() {
        return path.resolve("ranks");
    }

    /** A rank's own folder: names on disk are rank and host. */
    public Path rank(int rank, String host) {
        return ranks().resolve(String.format(Locale.ROOT, "rank-%05d-%s", rank, host));
    }

    public Path trace() {
        return path.resolve("trace");
    }

    public Path clocks() {
        return path.resolve("clocks");
    }

    public Path aligned() {
        return path.resolve("aligned");
    }

    public Path chart() {
        return path.resolve("chart.png");
    }

    public Path svg() {
        return path.resolve("chart.svg");
    }

    /** The run as JSON: ranks, quality of the alignment, phase table. */
    public Path phases() {
        return path.resolve("phases.json");
    }

    public Path phasesCsv() {
        return path.resolve("phases.csv");
    }

    public Path page() {
        return path.resolve("page.html");
    }

    /** For Perfetto: named after the folder, so that it still says what it is where it was downloaded to. */
    public Path perfetto() {
        return path.resolve(path.toAbsolutePath().normalize().getFileName() + ".perfetto.zip");
    }
}
