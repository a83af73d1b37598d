package runbench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Demangles C++ and Rust function names with c++filt if it is installed. */
final class Demangler {
    private static final long SECONDS = 5;

    private Demangler() {
    }

    /**
     * Demangles names.
     *
     * @param mangled names, one per function
     * @return the demangled names in the same order; the given names if c++filt is missing or fails
     */
    static List<String> demangle(List<String> mangled) {
        Path in = null;
        Path out = null;
        try {
            in = Files.createTempFile("runbench", ".mangled");
            out = Files.createTempFile("runbench", ".names");
            Files.write(in, mangled);
            Process filter = new ProcessBuilder("c++filt").redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!filter.waitFor(SECONDS, TimeUnit.SECONDS)) {
                filter.destroyForcibly();
                return mangled;
            }
            List<String> names = Files.readAllLines(out);
            return filter.exitValue() == 0 && names.size() == mangled.size() ? names : mangled;
        } catch (IOException e) {
            return mangled;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return mangled;
        } finally {
            remove(in);
            remove(out);
        }
    }

    private static void remove(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // The file stays in the folder for temporary files.
        }
    }
}
