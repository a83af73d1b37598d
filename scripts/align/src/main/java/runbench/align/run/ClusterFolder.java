package runbench.align.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import runbench.base.file.OutputFile;

/**
 * The folder of a run on many nodes and the names of its files.
 *
 * @param path the folder
 */
public record ClusterFolder(Path path) {
    /** Returns {@code cluster.json}: {@link ClusterRecord}. */
    public Path record() {
        return path.resolve("cluster.json");
    }

    /** Returns the file with the sampler's arguments on every node, one per line. */
    public Path samplerArguments() {
        return path.resolve("sampler.args");
    }

    /** Returns the file whose creation releases the ranks. */
    public Path go() {
        return path.resolve("go");
    }

    /**
     * Returns the file whose creation interrupts the run. It contains the number of interrupts; keepers end ranks that
     * no launcher ends.
     */
    public Path stop() {
        return path.resolve("stop");
    }

    /** Writes a file for the nodes atomically. */
    public void write(Path file, CharSequence content) throws IOException {
        OutputFile.write(file, content.toString());
    }

    /**
     * Returns the folder with the names of programs that loaded the preloaded library without becoming a rank; removed
     * after ranks have reported.
     */
    public Path loaded() {
        return path.resolve("loaded");
    }

    /** Returns the file whose creation ends all helper processes on the nodes. */
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

    /** Returns the folder with one folder for each rank, or for each program of a plan. */
    public Path ranks() {
        Path programs = programs();
        return Files.isDirectory(programs) ? programs : path.resolve("ranks");
    }

    /** Returns the folder with one folder for each program of a plan. */
    public Path programs() {
        return path.resolve("programs");
    }

    /** Returns the file with the standard output of a program of a plan. */
    public Path out(String program) {
        return path.resolve("output").resolve(program + ".out");
    }

    /** Returns the file with the standard error of a program of a plan. */
    public Path err(String program) {
        return path.resolve("output").resolve(program + ".err");
    }

    /** Returns a rank's own folder; its name contains rank and host. */
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

    /** Returns the run as JSON: ranks, quality of the alignment, phase table. */
    public Path phases() {
        return path.resolve("phases.json");
    }

    public Path phasesCsv() {
        return path.resolve("phases.csv");
    }

    /** Returns the summary of the programs of a plan, one line each. */
    public Path programsCsv() {
        return path.resolve("programs.csv");
    }

    /** Returns the programs of a plan as JSON: times, quality of the alignment, means. */
    public Path programsJson() {
        return path.resolve("programs.json");
    }

    public Path page() {
        return path.resolve("page.html");
    }

    /** Returns the archive for Perfetto. It has the folder's name, so that a downloaded copy can be identified. */
    public Path perfetto() {
        return path.resolve(path.toAbsolutePath().normalize().getFileName() + ".perfetto.zip");
    }
}
