package runbench.pas2p.trace;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.process.PreloadPath;
import runbench.base.process.ProgramPath;
import runbench.base.process.RawText;
import runbench.pas2p.trace.InterposerBuild.MpiFlavour;

/** A command that runs with the interposer in front of its MPI library. */
public final class TracedProcess {
    /** Time that ranks have for completing their files after an interrupt. */
    private static final long END_SECONDS = 5;
    private static final List<String> FLAVOURS = List.of("openmpi", "mpich");

    private final Path home;
    private final List<String> command;
    private final Path directory;
    private String flavour = "auto";
    private boolean cpuClock = true;
    private String events = "";
    private Path output;
    private boolean startInSession;
    private final Map<String, String> variables = new HashMap<>();
    private Path cutPlan;
    private Path libraries;
    private Path go;

    /**
     * Prepares a command.
     *
     * @param home Runbench's folder, which contains native/build
     * @param command command line
     * @param directory target of the rank files; exists
     */
    public TracedProcess(Path home, List<String> command, Path directory) {
        this.home = home;
        this.command = List.copyOf(command);
        this.directory = directory.toAbsolutePath();
    }

    /**
     * Selects the MPI.
     *
     * @param name openmpi, mpich or auto
     */
    public TracedProcess mpi(String name) {
        if (!name.equals("auto") && !FLAVOURS.contains(name)) {
            throw RunbenchException.badInput("--mpi " + name + ": unknown").remedy("use openmpi, mpich or auto");
        }
        flavour = name;
        return this;
    }

    public TracedProcess cpuClock(boolean read) {
        cpuClock = read;
        return this;
    }

    /**
     * Selects counted events.
     *
     * @param list "name=type:config,..." as perf_event_open takes them
     */
    public TracedProcess events(String list) {
        events = list;
        return this;
    }

    /**
     * Requests the ranks' times at a signature's cuts instead of traces.
     *
     * @param plan file as documented in native/mpitrace/signature.h; must exist until the ranks have started
     * @param made file whose creation the ranks wait for in MPI_Init
     */
    public TracedProcess cuts(Path plan, Path made) {
        cutPlan = plan.toAbsolutePath();
        go = made.toAbsolutePath();
        return this;
    }

    /** Sets the folder of the interposers for the processes that load them; the default is native/build/mpitrace. */
    public TracedProcess libraries(Path folder) {
        libraries = folder.toAbsolutePath();
        return this;
    }

    /** Redirects the command's output into a file. */
    public TracedProcess output(Path file) {
        output = file;
        return this;
    }

    /**
     * Starts the command in a session of its own, without a terminal, so that only its own processes hold its
     * resources.
     *
     * @param file target of the command's output
     */
    public TracedProcess startInSession(Path file) {
        startInSession = true;
        return output(file);
    }

    /** Sets an environment variable unless it is set already. */
    public TracedProcess unlessSet(String name, String value) {
        variables.put(name, value);
        return this;
    }

    /** Returns the traced MPI; never "auto" after {@link #run()}. */
    public String flavour() {
        return flavour;
    }

    /**
     * Sets the environment variables that activate the interposer; {@link #flavour()} is known afterwards. Builds a
     * missing interposer.
     *
     * @throws RunbenchException exit code 3: there is no interposer for this MPI, and it cannot be built
     */
    public void prepare(Map<String, String> env) {
        if (flavour.equals("auto")) {
            flavour = detect();
        }
        Path library = interposer();
        InterposerBuild.require(home, library, flavour);
        Path preloaded = PreloadPath.of(library, directory);
        String before = env.getOrDefault("LD_PRELOAD", "");
        env.put("LD_PRELOAD", before.isEmpty() ? preloaded.toString() : preloaded + ":" + before);
        env.put("RB_MPITRACE_DIR", directory.toString());
        env.put("RB_MPITRACE_RUN", UUID.randomUUID().toString());
        env.put("RB_MPITRACE_CPU_CLOCK", cpuClock ? "1" : "0");
        env.put("RB_MPITRACE_EVENTS", events);
        env.remove("RB_SIGNATURE");
        if (cutPlan != null) {
            env.put("RB_SIGNATURE", cutPlan.toString());
            env.put("RB_SIGNATURE_GO", go.toString());
        }
    }

    /**
     * Passes the ranks' variables to other nodes: Open MPI passes on only named variables, MPICH and Slurm pass on all
     * of them.
     */
    public static void handOn(Map<String, String> env) {
        env.putIfAbsent("OMPI_MCA_mca_base_env_list",
                env.keySet()
                        .stream()
                        .filter(n -> n.equals("LD_PRELOAD") || n.startsWith("RB_"))
                        .sorted()
                        .collect(Collectors.joining(";")));
    }

    /**
     * Starts the command with this process's output.
     *
     * @throws RunbenchException as {@link #prepare}, or it cannot be started
     */
    public Process start() {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        if (startInSession) {
            // A process that leads no process group keeps its process id.
            builder.command(Stream.concat(Stream.of("setsid"), command.stream()).toList())
                    .redirectInput(new File("/dev/null"));
        }
        if (output != null) {
            builder.redirectErrorStream(true).redirectOutput(output.toFile());
        }
        variables.forEach(builder.environment()::putIfAbsent);
        prepare(builder.environment());
        handOn(builder.environment());
        return start(builder);
    }

    /** Runs the command. Returns its exit status. */
    public int run() throws IOException, InterruptedException {
        Process process = start();
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            // The ranks complete their files.
            process.waitFor(END_SECONDS, TimeUnit.SECONDS);
            throw e;
        }
    }

    /**
     * Starts a command.
     *
     * @throws RunbenchException exit code 2: it cannot be started
     */
    public static Process start(ProcessBuilder builder) {
        String program = builder.command().get(0);
        try {
            return builder.command(RawText.startable(builder.command())).start();
        } catch (IOException e) {
            throw RunbenchException.badInput("cannot run " + program + ": " + e.getMessage())
                    .remedy("is it installed and executable? which " + program)
                    .causedBy(e);
        }
    }

    /** Returns the interposer of an MPI, whether built or not. */
    public static Path library(Path home, String flavour) {
        return home.resolve("native/build/mpitrace/librbmpitrace-" + flavour + ".so").toAbsolutePath();
    }

    private String detect() {
        // The program itself is decisive. For a script or an interpreter, the launcher is.
        Optional<String> program = firstMatch(MpiFlavour::of);
        Optional<String> launcher = firstMatch(MpiFlavour::ofLauncher);
        if (program.isPresent() && launcher.isPresent() && !program.equals(launcher)) {
            throw RunbenchException
                    .badInput(String.join(" ", command) + ": the launcher is of " + launcher.get()
                            + ", the program is made for " + program.get()
                            + ": each of its processes would be a run of its own")
                    .remedy("start it with mpirun." + program.get() + ", or trace it anyway with --mpi "
                            + program.get());
        }
        return program.or(() -> launcher).orElseGet(() -> {
            String name = find(command.get(0)).map(p -> real(p).getFileName().toString()).orElse(command.get(0));
            return name.contains("hydra") || name.contains("mpich") ? "mpich" : "openmpi";
        });
    }

    /**
     * Returns the launcher's command with other words in place of the program and its arguments: the same ranks on the
     * same hosts.
     *
     * @param output target of its output
     * @return empty: the position of the program on the command line is unknown
     */
    public Optional<ProcessBuilder> replacement(List<String> words, Path output) {
        return command.stream()
                .skip(1)
                .filter(w -> find(w).flatMap(MpiFlavour::of).isPresent())
                .findFirst()
                .map(program -> {
                    List<String> other = new ArrayList<>(command.subList(0, command.indexOf(program)));
                    other.addAll(words);
                    return new ProcessBuilder(other).redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile());
                });
    }

    /** Returns the interposer that the ranks load. */
    public Path interposer() {
        return libraries == null ? library(home, flavour) : libraries.resolve(library(home, flavour).getFileName());
    }

    private Optional<String> firstMatch(Function<Path, Optional<String>> told) {
        return command.stream()
                .map(TracedProcess::find)
                .flatMap(Optional::stream)
                .map(told)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path;
        }
    }

    /** Returns the executable of a command-line word: a file, or a name in PATH; empty: none. */
    public static Optional<Path> find(String word) {
        return word.startsWith("-") ? Optional.empty() : ProgramPath.find(word);
    }
}
