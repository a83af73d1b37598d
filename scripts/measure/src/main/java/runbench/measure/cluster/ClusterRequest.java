package runbench.measure.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFolder;
import runbench.base.home.HostName;
import runbench.base.home.ProductVersion;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.measure.SamplingSettings;
import runbench.pas2p.trace.TracedProcess;
import runbench.sampler.run.SamplingRequest;

/**
 * A request for a run on many nodes.
 *
 * @param command words after {@code --}: with {@link ClusterRecord.Form#CONSTRUCTOR} launcher and program, with
 *     {@link ClusterRecord.Form#WRAPPER} program and arguments
 * @param form method that finds the ranks' processes
 * @param launch command line that starts the wrapper; null with a constructor
 * @param hosts hosts with one rank each, for a template with {host}: {@code HOST} or {@code HOST=ADDRESS}
 * @param name name of the run in charts and files; null: the program's file name
 * @param sampling events and period, the same on every node
 * @param tracing settings of the message traces
 * @param perNode one recording per node, of all tasks on it
 * @param clocks settings of the clock measurements
 * @param startIn delay of a common start after all ranks are ready; null: each rank starts when all are ready
 * @param directory folder of the run; null: a new one in the default place
 * @param local folder on each node's own disk for files written while the program runs; null: the run's folder
 */
public record ClusterRequest(List<String> command, ClusterRecord.Form form, String launch, List<String> hosts,
        String name, SamplingSettings sampling, Tracing tracing, boolean perNode, Clocks clocks, Duration startIn,
        Path directory, Path local) {
    public ClusterRequest {
        command = List.copyOf(command);
        hosts = List.copyOf(hosts);
    }

    /**
     * Settings of message tracing.
     *
     * @param wanted trace messages of MPI programs
     * @param mpi openmpi, mpich or auto
     */
    public record Tracing(boolean wanted, String mpi) {}

    /**
     * Settings of clock measurements.
     *
     * @param again time between windows while the program runs; null: no windows
     * @param window length of a window
     */
    public record Clocks(Duration again, Duration window) {
        private static final String SLURM_STEP = "srun --overlap -N 1 -n 1 -w {host} {command}";

        /**
         * Returns the template that starts reflectors; null: the ranks start them. In a Slurm allocation, reflectors
         * are steps of their own, because Slurm kills all processes of an ended step.
         */
        static String startWith() {
            return System.getenv("SLURM_JOB_ID") == null ? null : SLURM_STEP;
        }
    }

    /** Returns the program's name for charts and folders. */
    String program() {
        if (name != null) {
            return name;
        }
        String word = command.get(0);
        if (form == ClusterRecord.Form.CONSTRUCTOR) {
            // The first word after the launcher that is an executable file; used only as a name.
            word = command.stream()
                    .skip(1)
                    .filter(w -> TracedProcess.find(w).filter(Files::isExecutable).isPresent())
                    .findFirst()
                    .orElse(word);
        }
        return word.substring(word.lastIndexOf('/') + 1);
    }

    /**
     * Creates the folder of the run.
     *
     * @throws RunbenchException (bad input) it already holds a run
     */
    ClusterFolder folder(Instant begin) throws IOException {
        Path path = directory != null ? directory
                : ResultFolders.root().resolve("cluster").resolve(program()).resolve(ResultFolders.name(begin));
        requireNoRun(path);
        OutputFolder.create(path);
        return new ClusterFolder(path);
    }

    /** @throws RunbenchException (bad input) the folder already holds a run */
    static void requireNoRun(Path path) {
        if (ClusterRun.isOne(path)) {
            throw RunbenchException.badInput(path + " already holds a run (cluster.json)")
                    .remedy("choose another folder with -o, or remove that one");
        }
    }

    /** Returns the options of the sampler of each rank. */
    List<String> countingOptions() {
        SamplingRequest counted = SamplingRequest
                .of(List.of("true"), Path.of("samples.rec"), sampling.events().select(perNode))
                .switches(sampling.switches())
                .inherit(sampling.inherit())
                .splitGroups(sampling.events().groups())
                .period(sampling.period())
                .mode(sampling.mode())
                .maxCost(sampling.maxCost())
                .force(sampling.force())
                .build();
        return counted.countingOptions();
    }

    /**
     * Returns the record of the beginning run.
     *
     * @param mpi openmpi or mpich; null: no messages are traced
     */
    ClusterRecord beginning(Instant begin, String mpi) {
        List<String> words = new ArrayList<>();
        if (launch != null) {
            words.add(launch);
        }
        words.addAll(command);
        String launcher = launch != null ? launch.trim().split("\\s+")[0] : command.get(0);
        return new ClusterRecord(ClusterRecord.VERSION, ProductVersion.RUNBENCH, ClusterState.RUNNING, null, program(),
                words, form, launcher, mpi, 0, perNode, sampling.period().nanos(),
                begin.truncatedTo(ChronoUnit.MILLIS).toString(), null, null,
                new ClusterRecord.Reference(HostName.inFiles(), "monotonic", MonotonicClock.id(),
                        MonotonicClock.realtimeMinusClock()),
                List.of(), null, null, List.of(), null, List.of());
    }
}
