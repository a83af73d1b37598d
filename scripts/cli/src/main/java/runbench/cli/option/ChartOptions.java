package runbench.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.base.home.ResultFolders;
import runbench.cli.output.Terminal;
import runbench.plotter.figure.Figure;
import runbench.plotter.render.awt.Charts;

/**
 * Where its chart goes and how its result is printed: the same for every command that measures something and leaves one
 * chart of it.
 */
public final class ChartOptions {
    @Option(names = {"-o", "--output"}, order = 30, paramLabel = "FILE",
            description = "The chart (default: ${COMMAND-NAME}.png in the results, or beside the "
                    + "run that is named).")
    private Path file;

    @Option(names = "--svg", order = 31, description = "Draw it as SVG too, beside the PNG.")
    private boolean svg;

    @Option(names = "--json", order = 34, description = "Print the result as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, order = 35, description = "No progress.")
    private boolean quiet;

    public boolean json() {
        return json;
    }

    /** Where progress is shown, if it is. */
    public Terminal progress() {
        return Terminal.of(quiet || json);
    }

    /**
     * Where the chart goes, asked for before anything is measured: what cannot be written then is not measured in vain.
     *
     * @param name of the command
     * @param folder of a run beside which the chart belongs; null: it goes into the results
     */
    public Path png(String name, Path folder) throws IOException {
        if (file != null) {
            Path there = file.toAbsolutePath().getParent();
            if (there == null || !Files.isDirectory(there)) {
                throw RunbenchException.badInput("cannot write the chart " + file + ": no such folder")
                        .remedy("mkdir -p " + there + ", or choose another place with -o FILE");
            }
            return file;
        }
        return (folder == null ? Files.createDirectories(ResultFolders.root().resolve(name)) : folder)
                .resolve(name + ".png");
    }

    public void draw(Figure figure, Path png) {
        Charts.write(figure, png);
        if (svg) {
            Charts.writeSvg(figure, beside(png, ".svg"));
        }
    }

    /** A file of the same name beside a chart. */
    public static Path beside(Path png, String suffix) {
        return png.resolveSibling(png.getFileName().toString().replaceFirst("(\\.(png|svg))?$", suffix));
    }
}
