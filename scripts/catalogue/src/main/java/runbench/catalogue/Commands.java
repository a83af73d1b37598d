package runbench.catalogue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.process.ProgramPath;

/** Finds programs, and runs short queries. */
final class Commands {
    private static final long PATIENCE_S = 20;

    private Commands() {
    }

    /** Returns the absolute path of the executable of a name. */
    static Optional<Path> find(String name) {
        return ProgramPath.find(name).map(Path::toAbsolutePath);
    }

    /** Returns the output of a command on both streams; empty: it failed or exceeded its time limit. */
    static Optional<String> ask(List<String> argv) {
        return ask(argv, false);
    }

    private static Optional<String> ask(List<String> argv, boolean anyStatus) {
        Process process = null;
        try {
            process = new ProcessBuilder(argv).redirectErrorStream(true).redirectInput(new File("/dev/null")).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor(PATIENCE_S, TimeUnit.SECONDS) && (anyStatus || process.exitValue() == 0)
                    ? Optional.of(output)
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
        }
    }

    /** Returns the executable that the first line of a command's output names. */
    static Optional<Path> locate(List<String> argv) {
        return ask(argv).flatMap(out -> out.lines().findFirst())
                .filter(line -> line.startsWith("/"))
                .flatMap(Commands::find);
    }

    static Optional<String> version(Variant.VersionQuery query, Path executable) {
        List<String> argv = query.command().stream().map(w -> w.replace("${exe}", executable.toString())).toList();
        // Some programs print their version and fail because they have no input.
        return ask(argv, true).map(out -> Pattern.compile(query.matches(), Pattern.MULTILINE).matcher(out))
                .filter(Matcher::find)
                .map(m -> m.group(m.groupCount() > 0 ? 1 : 0));
    }

    /** Returns the Debian package and version of a file, such as {@code cpp-12 12.2.0-14+deb12u1}. */
    static Optional<String> debianPackage(Path file) {
        // If /bin is a link to /usr/bin, a package may be registered under either name.
        String other = file.startsWith("/usr") ? file.toString().substring("/usr".length()) : "/usr" + file;
        return ask(List.of("dpkg-query", "-S", file.toString())).or(() -> ask(List.of("dpkg-query", "-S", other)))
                .flatMap(out -> out.lines().findFirst())
                .map(line -> line.replaceAll("[:,].*", ""))
                .flatMap(name -> ask(List.of("dpkg-query", "-W", "-f", "${Package} ${Version}\n", name)))
                .flatMap(out -> out.lines().findFirst());
    }
}
