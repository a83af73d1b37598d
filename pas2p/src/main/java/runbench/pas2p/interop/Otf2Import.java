package runbench.pas2p.interop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;

/** Import of OTF2 traces by the converter native/mpitrace/otf2_import.c, which is built if libotf2 is installed. */
public final class Otf2Import {
    private Otf2Import() {
    }

    /**
     * Converts an archive.
     *
     * @param anchor the archive's .otf2 file
     */
    public static void run(Path home, Path anchor, Path directory) throws IOException, InterruptedException {
        Path converter = converter(home);
        if (!Files.isExecutable(converter)) {
            throw RunbenchException.machine("the OTF2 converter was not built: " + converter)
                    .remedy("apt install libopen-trace-format2-dev, then: " + ProjectHome.rebuildRemedy(home));
        }
        Process process = new ProcessBuilder(converter.toString(), anchor.toString(), directory.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw RunbenchException.badInput(anchor + ": cannot be imported: " + output)
                    .remedy("does otf2-print " + anchor + " read it?");
        }
    }

    /** Returns the path of the converter, whether built or not. */
    public static Path converter(Path home) {
        return home.resolve("native/build/mpitrace/otf2-import");
    }
}
