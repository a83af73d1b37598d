package runbench.catalogue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import runbench.base.error.RunbenchException;

/** Creates the working directory of a resolved benchmark, and removes it afterwards. */
public final class Preparation {
    private final ResolvedBenchmark benchmark;
    private final InputCache cache;

    public Preparation(ResolvedBenchmark benchmark) {
        this.benchmark = benchmark;
        this.cache = new InputCache(benchmark.options().cacheDir());
    }

    /**
     * Runs all steps.
     *
     * @param progress receives a description before each step
     * @throws RunbenchException (machine) a step fails
     */
    public void run(Consumer<String> progress) {
        String doing = "make the working directory";
        try {
            Path dir = benchmark.workingDir();
            if (benchmark.scratch()) {
                Files.createDirectories(dir);
                for (Path source : benchmark.copies()) {
                    doing = "copy the inputs from " + source;
                    progress.accept(doing);
                    copyTree(source, dir);
                }
            }
            for (Step step : benchmark.prepare()) {
                doing = step.describe();
                progress.accept(doing);
                perform(step, dir);
            }
        } catch (IOException e) {
            throw RunbenchException
                    .machine("cannot prepare " + benchmark.id() + " in " + benchmark.workingDir() + ": " + doing + ": "
                            + reason(e))
                    .remedy("check free space and permissions there, or choose another place with -o DIR")
                    .causedBy(e);
        }
    }

    /** Removes a scratch working directory with all its files. A run directory of SPEC stays. */
    public void cleanUp() {
        if (benchmark.scratch() && Files.isDirectory(benchmark.workingDir())) {
            try {
                deleteTree(benchmark.workingDir());
            } catch (IOException e) {
                throw RunbenchException
                        .machine("cannot remove the working directory " + benchmark.workingDir() + ": " + reason(e))
                        .remedy("remove it by hand; nothing in it is needed")
                        .causedBy(e);
            }
        }
    }

    private void perform(Step step, Path dir) throws IOException {
        if (step instanceof Step.Copy copy) {
            copy(dir.resolve(copy.from()), dir.resolve(copy.to()));
        } else if (step instanceof Step.MakeDirectory make) {
            Files.createDirectories(dir.resolve(make.path()));
        } else if (step instanceof Step.Generate generate) {
            cache.place(generate, dir.resolve(generate.to()));
        } else if (step instanceof Step.Resource resource) {
            Files.writeString(dir.resolve(resource.to()), Catalogue.resource(resource.name()));
        } else if (step instanceof Step.Command command) {
            command(command, dir);
        } else if (step instanceof Step.ControlFile control) {
            controlFile(control, dir);
        }
    }

    private void copy(Path from, Path to) throws IOException {
        if (Files.isDirectory(from)) {
            Files.createDirectories(to);
            for (Path file : regularFiles(from, "*")) {
                copyIfAbsent(file, to.resolve(file.getFileName()));
            }
        } else if (benchmark.scratch() || Files.exists(from)) {
            copyIfAbsent(from, Files.isDirectory(to) ? to.resolve(from.getFileName()) : to);
        }
        // The inputs are in place already in a run directory of SPEC's tools.
    }

    private static void copyIfAbsent(Path from, Path to) throws IOException {
        if (!Files.exists(to)) {
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    private void command(Step.Command step, Path dir) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(step.argv()).directory(dir.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        if (step.stdout() != null) {
            builder.redirectErrorStream(false)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectOutput(dir.resolve(step.stdout()).toFile());
        }
        Process process = builder.start();
        try {
            String output = step.stdout() == null
                    ? new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    : "";
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(
                        "it ended with status " + status + (output.isBlank() ? "" : ": " + output.strip()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static void controlFile(Step.ControlFile step, Path dir) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : regularFiles(dir, "*" + step.suffix())) {
            String name = file.getFileName().toString();
            String stem = name.substring(0, name.length() - step.suffix().length());
            copyIfAbsent(file, dir.resolve(stem + step.renamed()));
            lines.add(stem + " " + Files.size(file));
        }
        if (lines.isEmpty()) {
            if (Files.exists(dir.resolve(step.to()))) {
                return;
            }
            throw new IOException("no file there ends with " + step.suffix());
        }
        Files.write(dir.resolve(step.to()), lines);
    }

    private static List<Path> regularFiles(Path dir, String glob) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(dir, glob)) {
            stream.forEach(p -> {
                if (Files.isRegularFile(p)) {
                    files.add(p);
                }
            });
        }
        files.sort(null);
        return files;
    }

    private static void copyTree(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(dir).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.REPLACE_EXISTING);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Removes a folder of outputs. Errors are ignored, because they must not invalidate a measurement. */
    public static void discardTree(Path root) {
        try {
            deleteTree(root);
        } catch (IOException e) {
            // The folder stays among the machine's temporary files.
        }
    }

    /** Removes a folder with all its files. */
    public static void deleteTree(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, IOException e) throws IOException {
                Files.delete(dir);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static String reason(IOException e) {
        return e instanceof java.nio.file.NoSuchFileException ? "there is no " + e.getMessage() : e.getMessage();
    }
}
