package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messages for an ordinary user if the system refuses: they state the failed operation and the command to type. The
 * test changes no setting of this machine.
 */
@Tag("machine")
@Tag("beside")
class PermissionsTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));
    private static final Path TEST_CLASSES = HOME.resolve("scripts/cli/target/test-classes");
    /** Options of a JVM for a short command. */
    private static final String SHORT = "scripts/lib/jvm/short";
    private static final List<String> NOBODY = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
            "--inh-caps=-all");
    private static final Map<List<String>, ReusedJvm> JVMS = new HashMap<>();

    /** A copy of the product that all users can read, independent of the location of the project. */
    @TempDir
    private static Path copy;
    private static String classPath;
    private static int run;

    @BeforeAll
    static void copyTheProduct() throws Exception {
        Assumptions.assumeTrue(ProcessHandle.current().info().user().map("root"::equals).orElse(false),
                "only root can become another user");
        Assumptions.assumeTrue(new ProcessBuilder(command("true")).start().waitFor() == 0,
                "no setpriv here (apt-get install util-linux)");
        Path helper = HOME.resolve("native/build/bin/runbench-sampler");
        Assumptions.assumeTrue(Files.isExecutable(helper), "the native sampler is not built");
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> entries = new ArrayList<>();
        // The product in jars: a copy of the classes alone would be some thousand files.
        for (String entry : ArchivedClasses.classPath().split(File.pathSeparator)) {
            Path to = copy.resolve("lib")
                    .resolve(String.valueOf(entries.size()) + (entry.endsWith(".jar") ? ".jar" : ""));
            if (Files.exists(Path.of(entry))) {
                copyTree(Path.of(entry), to);
                entries.add(to.toString());
            }
        }
        Path server = Path.of("runbench", "cli");
        try (Stream<Path> files = Files.list(TEST_CLASSES.resolve(server))) {
            for (Path file : files.filter(f -> f.getFileName().toString().startsWith("ReusedJvm")).toList()) {
                copyTree(file, copy.resolve("tests").resolve(server).resolve(file.getFileName()));
            }
        }
        entries.add(copy.resolve("tests").toString());
        classPath = String.join(File.pathSeparator, entries);
        copyTree(helper, copy.resolve("native/build/bin/runbench-sampler"));
        copyTree(HOME.resolve(SHORT), copy.resolve(SHORT));
        Files.createDirectory(copy.resolve("results"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Files.setPosixFilePermissions(copy.resolve("results"), PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    private static void copyTree(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES);
                boolean open = Files.isDirectory(path) || Files.isExecutable(path);
                Files.setPosixFilePermissions(target,
                        PosixFilePermissions.fromString(open ? "rwxr-xr-x" : "rw-r--r--"));
            }
        }
    }

    private static List<String> command(String... words) {
        List<String> command = new ArrayList<>(NOBODY);
        command.addAll(List.of(words));
        return command;
    }

    @BeforeEach
    void usersAreRestricted() throws Exception {
        int paranoid = Integer.parseInt(Files.readString(Path.of("/proc/sys/kernel/perf_event_paranoid")).strip());
        Assumptions.assumeTrue(paranoid >= 2,
                "kernel.perf_event_paranoid is " + paranoid + ": users may count everything");
    }

    /**
     * @param inside a program to run it in, or empty
     */
    private Runbench.Ended runbench(List<String> inside, String... arguments) throws Exception {
        run++;
        ReusedJvm jvm = JVMS.get(inside);
        if (jvm == null) {
            List<String> command = command(inside.toArray(String[]::new)); // setpriv comes first: a filter is permanent
            command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "@" + copy.resolve(SHORT), "-XX:-BytecodeVerificationRemote", "-Djava.awt.headless=true",
                    "-Drunbench.home=" + copy, "-cp", classPath));
            ProcessBuilder builder = new ProcessBuilder(command).directory(new File("/")).redirectErrorStream(true);
            builder.environment().put("HOME", "/nonexistent");
            jvm = new ReusedJvm(builder);
            JVMS.put(inside, jvm);
        }
        ReusedJvm.Ended ended = jvm.execute(List.of(arguments));
        return new Runbench.Ended(ended.code(), ended.out());
    }

    @AfterAll
    static void endTheJvms() throws IOException {
        for (ReusedJvm jvm : JVMS.values()) {
            jvm.close();
        }
    }

    private void refused(List<String> inside, List<String> sample, String... words) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("sample", "--no-chart", "-o", copy.resolve("results/r" + run).toString()));
        all.addAll(sample);
        Runbench.Ended ended = runbench(inside, all.toArray(String[]::new));
        assertThat(ended.code()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output()).as(String.join(" ", sample)).contains(words).doesNotContain("internal error");
    }

    @Test
    void cpusNeedParanoid0() throws Exception {
        refused(List.of(), List.of("-C", "all", "--for", "1s"), "for all tasks is not permitted",
                "sudo sysctl kernel.perf_event_paranoid=0, or run as root");
        refused(List.of(), List.of("-C", "0", "--", "true"),
                "sudo sysctl kernel.perf_event_paranoid=0, or run as root");
    }

    @Test
    void tasksOfOthersNeedTheirOwner() throws Exception {
        for (String option : List.of("-p", "-t")) {
            refused(List.of(), List.of(option, "1", "--for", "1s"), "the task 1 belongs to another user",
                    "run as its owner, or as root");
        }
    }

    @Test
    void whatHappensInTheKernelNeedsParanoid1() throws Exception {
        refused(List.of(), List.of("-e", "cs,faults:k", "--", "true"), "context-switches", "page-faults:k",
                "would read 0", "sudo sysctl kernel.perf_event_paranoid=1, or run as root");
        Runbench.Ended some = runbench(List.of(), "sample", "--no-chart", "-o", copy.resolve("results/some").toString(),
                "-e", "faults,cs", "--", "true");
        assertThat(some.code()).as(some.output()).isZero();
        assertThat(some.output()).containsPattern("page-faults +[1-9].*user mode only")
                .contains("not counted: it occurs in kernel mode")
                .contains("-> to count context-switches: sudo sysctl kernel.perf_event_paranoid=1");
    }

    /**
     * Checks a regression: counts were polled, with all counts in the first task and zeros in the others. This program
     * spends half of its time in the kernel, where a user gets no samples.
     */
    @Test
    void tasksHaveTheirOwnCountsAndTimeInTheKernelIsSeen() throws Exception {
        Path folder = copy.resolve("results/tasks");
        Runbench.Ended ended = runbench(List.of(), "sample", "--no-chart", "-o", folder.toString(), "-e",
                "page-faults,task-clock", "--", "sh", "-c",
                "dd if=/dev/urandom of=/dev/null bs=1M count=60; i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done");
        assertThat(ended.code()).as(ended.output()).isZero();
        JsonNode summary = new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
        assertThat(summary.path("mode").asText()).isEqualTo("kernel");
        assertThat(summary.path("exact").asBoolean()).as(summary.path("discrepancies").toString()).isTrue();
        assertThat(summary.path("tasks")).hasSize(2).allSatisfy(task -> {
            assertThat(task.path("run_s").asDouble()).isPositive();
            assertThat(task.path("counts").path("page-faults").asLong()).isPositive();
        });
        assertThat(summary.path("notes").toString()).contains("kernel.perf_event_paranoid=1");
        String header = Files.readAllLines(folder.resolve("samples.csv")).get(0);
        int task = List.of(header.split(",")).indexOf("task");
        assertThat(Files.readAllLines(folder.resolve("samples.csv"))
                .stream()
                .skip(1)
                .filter(l -> l.split(",", -1)[task].isEmpty())
                .count()).as("readings of the sums while dd was in the kernel").isGreaterThan(10);
    }

    @Test
    void linesByTaskAreRefusedWhereTasksWereCountedTogether() throws Exception {
        Path folder = copy.resolve("results/polled");
        Runbench.Ended ended = runbench(List.of(), "sample", "--no-chart", "-o", folder.toString(), "--mode", "poll",
                "-e", "page-faults", "--", "sh", "-c", "ls -lR /usr/share/doc | tail -1; ls /");
        assertThat(ended.code()).as(ended.output()).isZero();
        Runbench.Ended plot = runbench(List.of(), "plot", "--by-task", "2", folder.toString());
        assertThat(plot.code()).as(plot.output()).isEqualTo(2);
        assertThat(plot.output()).contains("--by-task", "polled", "so there are no samples of individual tasks",
                "--mode kernel");
        JsonNode tasks = new ObjectMapper().readTree(folder.resolve("summary.json").toFile()).path("tasks");
        assertThat(tasks.size()).isGreaterThan(2);
        // The value that the kernel reported when the task ended, or null with the reason; never 0.
        assertThat(tasks).allSatisfy(t -> assertThat(t.path("counts").isNull() ? t.path("reason").asText().length()
                : t.path("counts").path("page-faults").asLong()).isPositive());
    }

    /** Checks a system that refuses all events to users: Debian's own patch at levels 3 and 4, and some sandboxes. */
    @Test
    void whereNothingMayBeCountedTheLevelIsNamed() throws Exception {
        List<String> inside = List.of(sandbox(), "13");
        refused(inside, List.of("--", "true"), "kernel.perf_event_paranoid is ", "does not permit this user",
                "sudo sysctl kernel.perf_event_paranoid=1, or run as root");
        refused(inside, List.of("-p", "1", "--for", "1s"), "does not permit this user",
                "sudo sysctl kernel.perf_event_paranoid=1");
        refused(inside, List.of("-C", "all", "--for", "1s"), "does not permit this user",
                "sudo sysctl kernel.perf_event_paranoid=0");
        Runbench.Ended events = runbench(inside, "events", "page-faults");
        assertThat(events.output()).contains("not counted")
                .contains("EACCES")
                .contains("sudo sysctl kernel.perf_event_paranoid=1");
        Runbench.Ended doctor = runbench(inside, "doctor");
        assertThat(doctor.output()).contains("refused with EACCES").contains("nothing can be counted");
    }

    @Test
    void aSeccompFilterIsNamed() throws Exception {
        for (String error : List.of("1", "38")) {
            refused(List.of(sandbox(), error), List.of("--", "true"), "the seccomp filter",
                    "--security-opt seccomp=unconfined");
        }
        assertThat(runbench(List.of(sandbox(), "1"), "events", "page-faults").output())
                .contains("the sandbox refuses perf_event_open");
    }

    private static String sandbox() throws Exception {
        Path program = copy.resolve("sandbox");
        if (!Files.exists(program)) {
            Process make = new ProcessBuilder("make", "-s", "-C", HOME.resolve("native").toString(),
                    "build/test/sandbox").inheritIO().start();
            Assumptions.assumeTrue(make.waitFor() == 0, "the sandbox cannot be built here");
            copyTree(HOME.resolve("native/build/test/sandbox"), program);
        }
        return program.toString();
    }
}
