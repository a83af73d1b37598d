package runbench.measure.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import runbench.align.run.ClusterRecord;
import runbench.measure.SamplingSettings;

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
}
