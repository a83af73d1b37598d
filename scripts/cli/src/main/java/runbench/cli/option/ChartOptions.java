package runbench.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFolder;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.plotter.figure.Figure;
import runbench.plotter.render.awt.Charts;

/**
 * Options for the chart and the printed result of a measurement.
 */
public final class ChartOptions extends JsonOption {
    @Option(names = {"-o", "--output"}, order = 30, paramLabel = "FILE",
            description = "The chart (default: ${COMMAND-NAME}.png in the results, or in the folder of the run).")
    private Path file;

    @Option(names = "--svg", order = 31, description = "Draw the chart as SVG too.")
    private boolean svg;

    /**
     * Returns the file of the chart. Called before the measurement, so that an unwritable file fails early.
     *
     * @param name name of the command
     * @param folder folder of the run; null: the results folder
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
        return (folder == null ? OutputFolder.create(ResultFolders.root().resolve(name)) : folder)
                .resolve(name + ".png");
    }

    public void draw(Figure figure, Path png) {
        Charts.write(figure, png);
        if (svg) {
            Charts.writeSvg(figure, beside(png, ".svg"));
        }
    }

    /** Returns the file next to the chart with another ending. */
    public static Path beside(Path png, String suffix) {
        return png.resolveSibling(png.getFileName().toString().replaceFirst("(\\.(png|svg))?$", suffix));
    }
}
