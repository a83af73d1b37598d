package runbench.cli;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The product's classes as its build creates them: in jars, with a class-data archive that makes a start fast. Tests
 * start the command line some hundred times, and most of such a start is the loading of classes. The archive is made
 * once for all processes that run tests.
 */
public final class ArchivedClasses {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));
    /** The options of scripts/runbench for a short command. */
    private static final List<String> JVM = List.of("@" + HOME.resolve("scripts/lib/jvm/short"),
            "-Djava.awt.headless=true", "-Drunbench.home=" + HOME);
    private static List<String> options;

    private ArchivedClasses() {
    }

    /** Returns the words that follow {@code java}: options and class path. */
    public static synchronized List<String> options() {
        if (options == null) {
            options = prepared();
        }
        return options;
    }

    /** Returns the class path of {@link #options}. */
    static String classPath() {
        List<String> words = options();
        return words.get(words.size() - 1);
    }

    private static List<String> prepared() {
        try {
            Path all = Files.createDirectories(HOME.resolve("scripts/target/archived-classes"));
            try (FileChannel lock = FileChannel.open(all.resolve("lock"), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE)) {
                lock.lock();
                Path folder = all.resolve(Long.toHexString(classes()));
                Path classPath = folder.resolve("class-path");
                Path archive = folder.resolve("classes.jsa");
                if (!Files.exists(classPath)) {
                    clear(all);
                    archive(Files.createDirectory(folder), archive, classPath);
                }
                return with("-XX:SharedArchiveFile=" + archive, "-cp", Files.readString(classPath));
            }
        } catch (IOException e) {
            // Without the archive the start is slower; the results are the same.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return with("-cp", System.getProperty("java.class.path"));
    }

    /**
     * @param classPath file in which the class path is finally stored for reading
     */
    private static void archive(Path folder, Path archive, Path classPath) throws IOException, InterruptedException {
        String jars = jars(folder);
        if (!java(folder, List.of("-Xshare:dump", "-XX:SharedClassListFile=" + HOME.resolve("scripts/lib/classes.list"),
                "-XX:SharedArchiveFile=" + archive, "-cp", jars))) {
            throw new IOException("no archive");
        }
        Files.writeString(classPath, jars);
    }

    /** Returns a value that differs if any class differs. */
    private static long classes() throws IOException {
        CRC32 sum = new CRC32();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (Files.exists(Path.of(entry)) && !Path.of(entry).endsWith("test-classes")) {
                try (Stream<Path> files = Files.walk(Path.of(entry))) {
                    for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                        sum.update((file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file))
                                .getBytes(StandardCharsets.UTF_8));
                    }
                }
            }
        }
        return sum.getValue();
    }

    private static List<String> with(String... more) {
        List<String> options = new ArrayList<>(JVM);
        if (hasLargePages()) {
            options.add("-XX:+UseTransparentHugePages"); // as scripts/runbench does
        }
        options.addAll(List.of(more));
        return List.copyOf(options);
    }

    private static boolean hasLargePages() {
        try {
            return !Files.readString(Path.of("/sys/kernel/mm/transparent_hugepage/enabled")).contains("[never]");
        } catch (IOException e) {
            return false; // a kernel without them
        }
    }

    private static boolean java(Path folder, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(JVM);
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            return false;
        }
        return process.exitValue() == 0;
    }

    /**
     * Returns the product's class path as jars. An archive covers classes of jars only. The tests' own classes are not
     * part of the product.
     */
    private static String jars(Path folder) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (!Files.isDirectory(path)) {
                entries.add(entry);
            } else if (!path.endsWith("test-classes")) {
                entries.add(jar(path, folder.resolve(entries.size() + ".jar")).toString());
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private static Path jar(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            zip.setLevel(1);
            for (Path path : all.filter(Files::isRegularFile).sorted().toList()) {
                zip.putNextEntry(new ZipEntry(classes.relativize(path).toString()));
                Files.copy(path, zip);
                zip.closeEntry();
            }
        }
        return jar;
    }

    /** Removes archives of other classes and the remains of an archive whose test was killed. */
    private static void clear(Path all) throws IOException {
        try (Stream<Path> files = Files.walk(all)) {
            files.sorted(Comparator.reverseOrder())
                    .filter(f -> !f.equals(all) && !f.endsWith("lock"))
                    .forEach(f -> f.toFile().delete());
        }
    }
}
