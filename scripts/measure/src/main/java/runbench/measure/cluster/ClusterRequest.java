package runbench.measure.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import runbench.align.run.ClusterRecord;
import runbench.measure.SamplingSettings;

/**
 * What is to run on many nodes, and what is wanted of it.
 *
 * @param command behind {@code --}: with {@link ClusterRecord.Form#CONSTRUCTOR} launcher and program, with
 *     {@link ClusterRecord.Form#WRAPPER} the program and its arguments
 * @param launch what starts the wrapper; null with a constructor
 * @param hosts a rank on each, for a template with {host}; {@code HOST} or {@code HOST=ADDRESS}
 * @param name of the run, in charts and files; null for the program's
 * @param sampling what is counted and how often, the same on every node
 * @param tracing messages of MPI programs
 * @param perNode one recording a node, of all that runs there
 * @param clocks how nodes' clocks are measured
 * @param startIn all ranks are let go at one instant, so long after they are ready; null: as soon as all are ready
 * @param directory the run's own folder; null for one in the usual place
 * @param local a folder on each node's own disk, to write to while the program runs; null: the run's folder
 */
public record ClusterRequest(List<String> command, ClusterRecord.Form form, String launch, List<String> hosts,
        String name, SamplingSettings sampling, Tracing tracing, boolean perNode, Clocks clocks, Duration startIn,
        Path directory, Path local) {
    public ClusterRequest {
        command = List.copyOf(command);
        hosts = List.copyOf(hosts);
    }

    /**
     * @param mpi openmpi, mpich or auto
     * @param events counted outside MPI, as perf_event_open takes them; empty for none
     */
    public record Tracing(boolean wanted, String mpi, boolean cpuClock, String events) {}

    /**
     * @param measured where ranks run on several clocks
     * @param startWith template that starts reflectors; null: the ranks start them
     * @param again time between windows while the program runs; null: none
     * @param window how long one takes
     */
    public record Clocks(boolean measured, String startWith, Duration again, Duration window) {}
}
