package runbench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Names of C++ and Rust functions as their source has them, with c++filt where that is installed. */
final class Demangler {
    private static final long SECONDS = 5;

    private Demangler() {
    }

    /** The names given where nothing can translate them. */
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
            // It stays in the folder of temporary files.
        }
    }
}
