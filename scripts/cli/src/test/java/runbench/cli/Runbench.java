package runbench.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import runbench.base.error.RunbenchException;
import runbench.parser.record.Recording;

/** Starts the command line as its own process, for tests of whole runs. */
public final class Runbench {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final Path TEST_CLASSES = HOME.resolve("scripts/cli/target/test-classes");

    /** A prefix of commands whose progress is shown without a terminal, as on one that folds no message. */
    static final List<String> SHOW_PROGRESS = List.of("env", "JAVA_TOOL_OPTIONS=-Drunbench.terminal=500");
    /**
     * A shell's program without an end. It runs for a tenth of the time, which gives samples, and leaves the processors
     * to the other tests.
     */
    static final String ENDLESS = "while :; do i=0; while [ $i -lt 8000 ]; do i=$((i+1)); done; sleep 0.1; done";
    private static final Pattern FINISHED_BURSTS = Pattern.compile("measuring.*[1-9] of \\d");

    private static Ended tried;
    private static ReusedJvm reused;

    private Runbench() {
    }

    /**
     * @param code exit code
     * @param output both streams
     */
    record Ended(int code, String output) {}

    static Process start(Path output, List<String> arguments) throws IOException {
        return start(output, List.of(), arguments);
    }

    /**
     * @param prefix a command that starts it, such as one that runs it in a network namespace
     */
    static Process start(Path output, List<String> prefix, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(command(List.of(), arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().remove("SPEC");
        return builder.start();
    }

    /**
     * @param jvm additional options of the JVM
     */
    static List<String> command(List<String> jvm, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(ArchivedClasses.options());
        command.addAll(jvm);
        command.add("runbench.cli.Main");
        command.addAll(arguments);
        return command;
    }

    /**
     * Returns a process for several commands, which is not started.
     *
     * @param prefix a command that starts it, such as one that changes its file system
     */
    public static ProcessBuilder reusable(List<String> prefix) {
        List<String> command = new ArrayList<>(prefix);
        command.add(JAVA);
        command.addAll(ArchivedClasses.options());
        // The archive of classes is for the class path before the tests' own classes.
        command.set(command.size() - 1, command.get(command.size() - 1) + File.pathSeparator + TEST_CLASSES);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("SPEC");
        return builder;
    }

    /** Runs a command in a process that later tests use, too. */
    static Ended run(Path output, String... arguments) throws Exception {
        return run(output, List.of(arguments));
    }

    static synchronized Ended run(Path output, List<String> arguments) throws Exception {
        ReusedJvm.Ended ended = reused().execute(arguments);
        Files.writeString(output, ended.out());
        return new Ended(ended.code(), ended.out());
    }

    private static ReusedJvm reused() throws IOException {
        if (reused == null || !reused.isAlive()) {
            reused = new ReusedJvm(reusable(List.of()).redirectErrorStream(true));
        }
        return reused;
    }

    /** Starts a command in the process that later tests use, too. The test must wait for its end. */
    static synchronized Running begin(List<String> arguments) throws IOException {
        return begin(reused(), arguments);
    }

    static Running begin(ReusedJvm jvm, List<String> arguments) {
        CompletableFuture<ReusedJvm.Ended> end = new CompletableFuture<>();
        new Thread(() -> {
            try {
                end.complete(jvm.execute(arguments));
            } catch (IOException | AssertionError e) {
                end.completeExceptionally(e);
            }
        }, "command in a reused JVM").start();
        return new Running(jvm.handle(), end);
    }

    /**
     * A command in a reused process.
     *
     * @param process the process, for example to send it a signal
     */
    record Running(ProcessHandle process, CompletableFuture<ReusedJvm.Ended> end) {
        Ended await() throws Exception {
            ReusedJvm.Ended ended = end.get(130, TimeUnit.SECONDS);
            return new Ended(ended.code(), ended.out());
        }
    }

    static Ended await(Process process, Path output) throws Exception {
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("runbench did not end: " + Files.readString(output));
        }
        return new Ended(process.exitValue(), Files.readString(output));
    }

    /** Waits until a synchronisation window has finished bursts and shows so: see {@link #SHOW_PROGRESS}. */
    static void awaitBursts(Path output) {
        Awaitility.await("finished bursts")
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> FINISHED_BURSTS.matcher(Files.readString(output)).find());
    }

    /** Waits until a sampler has sealed samples in its recording. */
    static void awaitSamples(Path recording) {
        Awaitility.await("samples in " + recording).atMost(60, TimeUnit.SECONDS).until(() -> hasSamples(recording));
    }

    /** Returns whether a recording that may still be written has sealed samples. */
    static boolean hasSamples(Path recording) {
        try {
            return Files.exists(recording) && Recording.open(recording).samples() > 0;
        } catch (RunbenchException unfinished) {
            return false;
        }
    }

    /** Skips the test if this machine permits no counting; the outcome of one trial is stored. */
    static synchronized void assumeCounting(Path scratch) throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(HOME.resolve("native/build/bin/runbench-sampler")),
                "the native sampler is not built");
        if (tried == null) {
            tried = run(scratch.resolve("probe.out"), "sample", "-o", scratch.resolve("probe").toString(), "--no-chart",
                    "--", "true");
        }
        Assumptions.assumeTrue(tried.code() != 3, () -> "perf events cannot be opened here: " + tried.output().strip());
    }
}
