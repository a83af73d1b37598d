package runbench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import runbench.base.process.RawText;
import runbench.cli.output.StandardOutput;

/**
 * The training run of the build. It loads the classes of the usual commands for the class-data archive, which shortens
 * the start. Not a command.
 */
final class Training {
    private static final String MODEL = """
            {"format": "runbench clock model", "version": 1, "node": "n", "reference": "ref", "source": "realtime", "wander_ppm": 0.5,
             "windows": [
              {"x0_ns": 1795000000000000000, "offset_ns": 5000, "slope": 2e-5, "err_stat_ns": 10.3, "slope_err": 1e-9, "lo_ns": 4000,
               "hi_ns": 6000, "slope_lo": 1.99e-5, "slope_hi": 2.01e-5, "rtt_min_ns": 1, "n": 9, "method": "blend", "stamps": "kernel"},
              {"x0_ns": 1795000100000000000, "offset_ns": 2005000, "slope": 2e-5, "err_stat_ns": 10.3, "slope_err": 1e-9,
               "lo_ns": 2004000, "hi_ns": 2006000, "slope_lo": 1.99e-5, "slope_hi": 2.01e-5, "rtt_min_ns": 1, "n": 9,
               "method": "blend", "stamps": "kernel"}]}
            """;

    private Training() {
    }

    /**
     * Runs the usual commands.
     *
     * @param args recordings to read besides the new one, which is too short for some analyses on a busy machine, and
     *     folders of traced runs on many nodes
     */
    public static void main(String[] args) throws IOException {
        StandardOutput.install();
        RawText.arguments(args);
        Path scratch = Files.createTempDirectory("runbench-training");
        try {
            Path run = scratch.resolve("run");
            Main.execute("run", "998.specrand", "-o", run.toString(), "--svg");
            Main.execute("sample", "--metrics", "default,page_fault_rate", "-o", scratch.resolve("sample").toString(),
                    "--", "true");
            Main.execute("parse", run.toString(), "--json");
            Main.execute("plot", run.toString(), "--json");
            for (String arg : args) {
                if (Files.isDirectory(Path.of(arg))) {
                    Main.execute("plot", arg, "-o", scratch.resolve("chart.png").toString());
                    Main.execute("pas2p", "analyze", arg, "-o", scratch.resolve("analysis").toString());
                } else {
                    Main.execute("parse", arg, "-o", scratch.resolve("parsed").toString());
                    Main.execute("plot", arg, "-o", scratch.resolve("chart.png").toString(), "--page",
                            scratch.resolve("page.html").toString());
                }
            }
            Main.execute("compare", "-n", "6", "-o", scratch.resolve("pairs").toString(), "--", "true", "--", "true");
            Main.execute("list");
            convert(scratch);
        } finally {
            delete(scratch);
        }
    }

    /** Converts time stamps by a clock model, from a list and from a table. */
    private static void convert(Path scratch) throws IOException {
        Path model = Files.writeString(scratch.resolve("n.model.json"), MODEL);
        Path bare = Files.writeString(scratch.resolve("bare.txt"), "1795000000000001000\n1795000050000002000\n");
        Path table = Files.writeString(scratch.resolve("table.csv"),
                "event,time_ns\nsend,1795000000000001000\n\"a,b\",1795000050000002000\n");
        Main.execute("sync", "convert", "--clock-model", model.toString(), bare.toString());
        Main.execute("sync", "convert", "--clock-model", model.toString(), "--column", "time_ns", table.toString());
    }

    private static void delete(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(folder)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.delete(path);
        }
    }
}
