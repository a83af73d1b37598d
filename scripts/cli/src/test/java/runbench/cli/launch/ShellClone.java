package runbench.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The shell scripts as in a fresh clone, in a path with a space, on a machine whose commands the test chooses. */
final class ShellClone {
    private static final Path PROJECT = Path.of(System.getProperty("runbench.home"));

    /** Commands that every Debian system has. */
    private static final List<String> ESSENTIAL = List.of("awk", "bash", "cat", "cksum", "cut", "dirname", "env",
            "find", "flock", "getent", "grep", "head", "ls", "mkdir", "perl", "readlink", "rm", "sed", "sleep", "sort",
            "stty", "tail", "tee", "touch", "tr", "uname");

    private final Path commands;
    private final Path home;

    /**
     * @param code exit code
     * @param output standard output
     * @param errors standard error
     */
    record Ended(int code, String output, String errors) {}

    ShellClone(Path folder) throws IOException {
        commands = Files.createDirectory(folder.resolve("commands"));
        home = Files.createDirectory(folder.resolve("a clone"));
        for (String name : ESSENTIAL) {
            Files.createSymbolicLink(commands.resolve(name), systemCommand(name));
        }
        copy("pom.xml");
        for (String part : List.of("scripts/lib", "scripts/lib/package", "scripts/catalogue")) {
            try (Stream<Path> files = Files.list(PROJECT.resolve(part))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    copy(part + "/" + file.getFileName());
                }
            }
        }
        for (String script : List.of("runbench", "test", "overnight", "gallery")) {
            copy("scripts/" + script);
        }
        for (String room : List.of("native", "parser", "sampler", "plotter", "sync", "pas2p")) {
            Files.createDirectories(home.resolve(room));
        }
    }

    /** Returns the program of a command. A script that starts it would double the time of each command. */
    private static Path systemCommand(String name) {
        return Stream.of("/usr/bin", "/bin")
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no command " + name));
    }

    Path home() {
        return home;
    }

    /**
     * Puts a command on the search path.
     *
     * @param script script for bash, in which {@code "$@"} are the command's arguments
     */
    void command(String name, String script) throws IOException {
        Path file = commands.resolve(name);
        Files.deleteIfExists(file);
        Files.writeString(file, "#!/bin/bash\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** Runs bash in the clone. */
    Ended bash(String script) throws Exception {
        Path output = home.resolveSibling("output");
        Path errors = home.resolveSibling("errors");
        ProcessBuilder builder = new ProcessBuilder("/bin/bash", "-c", script).directory(home.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().put("PATH", commands.toString());
        builder.environment().remove("JAVA_HOME");
        Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running: " + script);
        }
        return new Ended(process.exitValue(), Files.readString(output), Files.readString(errors));
    }

    /** Returns the Debian packages that the build names as missing. */
    List<String> missingPackages() throws Exception {
        Ended ended = bash("home=$PWD; source scripts/lib/build.sh; set -euo pipefail; missing_packages");
        assertThat(ended.code()).as(ended.errors()).isZero();
        return new ArrayList<>(ended.output().lines().toList());
    }

    private void copy(String path) throws IOException {
        Path to = home.resolve(path);
        Files.createDirectories(to.getParent());
        Files.copy(PROJECT.resolve(path), to, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    }
}
