package runbench.measure.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRecord;
import runbench.base.home.ProjectHome;
import runbench.base.process.PreloadPath;
import runbench.pas2p.trace.TracedProcess;
import runbench.sampler.run.Signal;
import runbench.sync.window.Node;
import runbench.sync.window.Template.Words;
import runbench.sync.window.Template;

/** The processes that start the ranks: one, or one per host. Signals to the run are forwarded through them. */
final class Launchers {
    /** Time for a launcher to end its ranks, ms. Slurm's srun treats the first Ctrl-C as a question. */
    private static final long GRACE_MILLIS = 3_000;
    private static final long HURRY_MILLIS = 1_000;

    private final List<Process> processes = new ArrayList<>();
    private int asked;

    /** Starts all processes unless an end was requested. */
    synchronized void start(List<ProcessBuilder> builders) {
        for (ProcessBuilder builder : builders) {
            if (asked == 0) {
                processes.add(TracedProcess.start(builder));
            }
        }
    }

    synchronized boolean running() {
        return processes.stream().anyMatch(Process::isAlive);
    }

    /** Returns whether an end was requested. */
    synchronized boolean interrupted() {
        return asked > 0;
    }

    /** Returns whether an end was requested more than once: all waiting ends. */
    synchronized boolean hurried() {
        return asked > 1;
    }

    /**
     * Waits for all processes.
     *
     * @return exit status; the first that is not 0 if there are several; null: none was started
     */
    synchronized Integer status() {
        Integer status = null;
        for (Process process : processes) {
            int one = process.isAlive() ? 0 : process.exitValue();
            status = status == null || status == 0 ? Integer.valueOf(one) : status;
        }
        return status;
    }

    /**
     * Forwards a signal. Ctrl-C at a terminal reaches the launchers directly, and a launcher that receives two signals
     * may leave ranks running. The signal is therefore forwarded only if it came from elsewhere or has no effect. On a
     * second request the launchers get a short time to end their ranks and are then killed.
     */
    void received(Signal signal) {
        boolean first;
        synchronized (this) {
            first = ++asked == 1;
        }
        boolean byTerminal = signal == Signal.INT && inForeground();
        if (!byTerminal) {
            forEach(Process::destroy);
        }
        if (byTerminal || !first) {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(first ? GRACE_MILLIS : HURRY_MILLIS);
            while (running() && System.nanoTime() < until && Pause.millis(20)) {
                // the launcher ends its ranks
            }
            forEach(first ? Process::destroy : Process::destroyForcibly);
        }
    }

    private synchronized void forEach(Consumer<Process> action) {
        processes.forEach(action);
    }

    /** Returns whether this process belongs to the terminal's foreground process group. */
    private static boolean inForeground() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] behindName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return behindName[2].equals(behindName[5]);
        } catch (IOException e) {
            return false;
        }
    }

    /** Kills all processes if the run cannot be followed any longer. */
    void abandon() {
        forEach(Process::destroy);
    }

    /** Builds the commands that start the ranks, with the environment that the nodes read. */
    static final class LauncherCommand {
        private static final String PRELOAD = "LD_PRELOAD";
        private static final String OWN_PRELOAD = "RB_CLUSTER_PRELOAD";
        /** Placeholder; a template that contains it is used once per host. */
        private static final String COMMAND_PLACEHOLDER = "{command}";
        /** User settings for the nodes' timeouts and limits. */
        private static final List<String> FORWARDED_VARIABLES = List.of("RB_CLUSTER_WAIT", "RB_CLUSTER_LINGER",
                "RB_EVENTLOG_LIMIT");
        /**
         * Variables that a batch script has as a task of its own; programs that the launcher runs before its ranks must
         * not be mistaken for ranks.
         */
        private static final List<String> RANK_VARIABLES = List.of("SLURM_PROCID", "PMI_RANK", "PMIX_RANK",
                "OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK", "RB_CLUSTER_RANK", "RB_CLUSTER_TAKEN",
                "RB_CLUSTER_BEHIND");

        private final ClusterRequest request;
        private final ClusterFolder folder;
        private final NodeBundle bundle;
        private String mpi;

        LauncherCommand(ClusterRequest request, ClusterFolder folder, NodeBundle bundle) {
            this.request = request;
            this.folder = folder;
            this.bundle = bundle;
        }

        /** Returns the MPI implementation whose messages are traced; null: no tracing. */
        String mpi() {
            return mpi;
        }

        /** Returns the processes to start on this host: one, or one per host. */
        List<ProcessBuilder> builders() {
            Map<String, String> own = environment();
            List<ProcessBuilder> all = new ArrayList<>();
            if (request.form() == ClusterRecord.Form.CONSTRUCTOR) {
                all.add(builder(request.command(), own));
            } else if (!request.launch().contains(COMMAND_PLACEHOLDER)) {
                List<String> argv = new ArrayList<>(Words.split(request.launch()));
                argv.addAll(wrapped());
                all.add(builder(argv, own));
            } else {
                for (int rank = 0; rank < request.hosts().size(); rank++) {
                    all.add(builder(onHost(rank, own), own));
                }
            }
            return all;
        }

        private List<String> wrapped() {
            return wrapped(request.command());
        }

        private List<String> wrapped(List<String> command) {
            List<String> argv = new ArrayList<>();
            argv.add(bundle.wrapper().toString());
            argv.addAll(command);
            return argv;
        }

        /**
         * Returns the process on this host that starts a program of a plan.
         *
         * @param index position of the program in the plan
         * @param waitSeconds time that its keeper waits for its start, s
         */
        ProcessBuilder of(Plan plan, int index, long waitSeconds) {
            Plan.Member member = plan.members().get(index);
            Map<String, String> own = environment();
            own.put("RB_CLUSTER_RANK", Integer.toString(index));
            own.put("RB_CLUSTER_SIZE", Integer.toString(plan.members().size()));
            own.put("RB_CLUSTER_PROGRAM", member.name());
            own.put("RB_CLUSTER_WAIT", Long.toString(waitSeconds));
            if (member.readiness().port() > 0) {
                own.put("RB_CLUSTER_PORT", Integer.toString(member.readiness().port()));
            }
            if (member.directory() != null) {
                own.put("RB_CLUSTER_DIRECTORY", member.directory());
            }
            List<String> wrapped = wrapped(member.program().command());
            String host = member.program().on();
            if (host != null) {
                List<String> remote = new ArrayList<>(List.of("env"));
                member.environment().forEach((name, value) -> remote.add(name + "=" + value));
                remote.addAll(assignments(own));
                remote.addAll(wrapped);
                wrapped = Template.parse("launch", plan.launch())
                        .fill(Node.parse(member.where(), host, Node.DEFAULT_PORT), host, remote);
            }
            ProcessBuilder builder = new ProcessBuilder(wrapped)
                    .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(ProcessBuilder.Redirect.to(folder.out(member.name()).toFile()))
                    .redirectError(ProcessBuilder.Redirect.to(folder.err(member.name()).toFile()));
            builder.environment().keySet().removeAll(RANK_VARIABLES);
            if (host == null) {
                builder.environment().putAll(own);
                builder.environment().putAll(member.environment());
            }
            return builder;
        }

        /**
         * Returns the command for a host; variables are part of the command because ssh does not forward the
         * environment.
         */
        private List<String> onHost(int rank, Map<String, String> own) {
            String host = request.hosts().get(rank);
            List<String> remote = new ArrayList<>(List.of("env"));
            Map<String, String> variables = new HashMap<>(own);
            variables.put("RB_CLUSTER_RANK", Integer.toString(rank));
            variables.put("RB_CLUSTER_SIZE", Integer.toString(request.hosts().size()));
            remote.addAll(assignments(variables));
            remote.addAll(wrapped());
            return Template.parse("--launch", request.launch())
                    .fill(Node.parse("--hosts", host, Node.DEFAULT_PORT), host, remote);
        }

        private static List<String> assignments(Map<String, String> variables) {
            return variables.entrySet()
                    .stream()
                    .sorted(Map.Entry.comparingByKey())
                    .filter(e -> e.getKey().startsWith("RB_"))
                    .map(e -> e.getKey() + "=" + e.getValue())
                    .toList();
        }

        private ProcessBuilder builder(List<String> argv, Map<String, String> own) {
            ProcessBuilder builder = new ProcessBuilder(argv).redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.launcherOut().toFile()))
                    .redirectError(ProcessBuilder.Redirect.appendTo(folder.launcherErr().toFile()));
            builder.environment().keySet().removeAll(RANK_VARIABLES);
            builder.environment().putAll(own);
            return builder;
        }

        private Map<String, String> environment() {
            Map<String, String> env = new HashMap<>();
            env.put("RB_CLUSTER_RUN", folder.path().toAbsolutePath().normalize().toString());
            env.put("RB_CLUSTER_BUNDLE", bundle.path().toString());
            env.put("RB_CLUSTER_REFLECT", ClusterRequest.Clocks.startWith() == null ? "1" : "0");
            env.put("RB_CLUSTER_PER_NODE", request.perNode() ? "1" : "0");
            FORWARDED_VARIABLES.stream()
                    .filter(name -> System.getenv(name) != null)
                    .forEach(name -> env.put(name, System.getenv(name)));
            if (request.local() != null) {
                env.put("RB_CLUSTER_LOCAL", request.local().toString());
            }
            boolean constructor = request.form() == ClusterRecord.Form.CONSTRUCTOR;
            String before = System.getenv().getOrDefault(PRELOAD, "");
            String first = constructor
                    ? PreloadPath.of(bundle.library(), folder.path()) + (before.isEmpty() ? "" : ":" + before)
                    : before;
            env.put(PRELOAD, first);
            if (request.tracing().wanted()) {
                TracedProcess traced = new TracedProcess(ProjectHome.folder(), tracedWords(), folder.trace())
                        .mpi(request.tracing().mpi())
                        .libraries(bundle.path());
                traced.prepare(env);
                mpi = traced.flavour();
            }
            if (!constructor) {
                // The wrapper adds it for the program; the launcher itself runs without it.
                env.put(OWN_PRELOAD, env.get(PRELOAD));
                env.put(PRELOAD, before);
            }
            if (env.get(PRELOAD).isEmpty()) {
                env.remove(PRELOAD);
            }
            TracedProcess.handOn(env);
            return env;
        }

        /** Returns launcher and program, from which the MPI implementation is detected. */
        private List<String> tracedWords() {
            if (request.form() == ClusterRecord.Form.CONSTRUCTOR) {
                return request.command();
            }
            List<String> words = new ArrayList<>(Words.split(request.launch()));
            words.addAll(request.command());
            return words;
        }
    }

    /** Waits between two polls of files that other processes write. */
    static final class Pause {
        private Pause() {
        }

        /**
         * Waits.
         *
         * @return false: this thread was interrupted and its interrupt status is still set
         */
        static boolean millis(long millis) {
            try {
                Thread.sleep(millis);
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
