package runbench.cli.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/** Shows a file with the desktop's own viewer. */
final class Opener {
    private Opener() {
    }

    static void open(Path file, PrintWriter err) {
        try {
            new ProcessBuilder("xdg-open", file.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        } catch (IOException e) {
            err.println("runbench: cannot open " + file + ": there is no xdg-open");
            err.println("  -> apt-get install xdg-utils");
        }
    }
}
