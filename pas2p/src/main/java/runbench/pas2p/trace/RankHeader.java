package runbench.pas2p.trace;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.container.ByteSource;
import runbench.base.container.ContainerFormat;
import runbench.base.container.ContainerHeader;
import runbench.base.container.ContainerReader;
import runbench.base.error.RunbenchException;

/**
 * The header of one rank's trace.
 *
 * @param rank rank in MPI_COMM_WORLD
 * @param ranks size of MPI_COMM_WORLD
 */
public record RankHeader(ContainerHeader container, int rank, int ranks) {
    /** Advice for processes of one command that do not share one MPI_COMM_WORLD. */
    public static final String CONNECT = "use the launcher of the program's MPI (mpirun.mpich, mpirun.openmpi); "
            + "under Slurm: srun --mpi=pmi2 for MPICH,"
            + " srun --mpi=pmix for Open MPI (srun --mpi=list shows the available types)";

    static RankHeader read(Path file) {
        return read(file, TraceFormat.CONTAINER);
    }

    static RankHeader read(Path file, ContainerFormat format) {
        try (ByteSource channel = PackedTrace.open(file)) {
            ContainerHeader header = ContainerReader.header(channel, file, format);
            return new RankHeader(header, header.fields().getInt(TraceFormat.HEADER_RANK),
                    header.fields().getInt(TraceFormat.HEADER_RANKS));
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }

    /**
     * Returns the first readable header of a traced run; reads only headers.
     *
     * @param run its folder
     * @throws RunbenchException there is no trace
     */
    public static RankHeader first(Path run) {
        return Arrays.stream(TraceFiles.find(List.of(run), new ArrayList<>()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    /**
     * Checks that the traces of a run share one world of the launched size. Reads only headers.
     *
     * @param run its folder
     * @return the error if there are several worlds or another size; empty otherwise, and without any readable header
     */
    public static Optional<RunbenchException> unconnected(Path run, int ranks) {
        return TraceFiles.unconnected(run, ranks);
    }

    public Path file() {
        return container.file();
    }

    /** Returns the offset of the first record. */
    public int headerBytes() {
        return container.headerBytes();
    }

    /** Returns the writer's metadata as stored, for passing it on. */
    public JsonNode metadata() {
        return container.metadata();
    }

    /**
     * Returns the number of the file's thread among the rank's threads that called MPI; 0 is the one that called
     * MPI_Init.
     */
    public int thread() {
        return metadata().path("thread").asInt(0);
    }

    /** Returns the name of the rank's node; empty: not known to the writer. */
    public String host() {
        return metadata().path("host").asText("");
    }

    /** Returns the command line of the traced program; empty: not known to the writer. */
    public List<String> program() {
        List<String> words = new ArrayList<>();
        metadata().path("program").forEach(word -> words.add(word.asText()));
        return words;
    }

    /** Returns the absolute path of the traced program; empty: not known to the writer. */
    public String executable() {
        return metadata().path("executable").asText("");
    }

    /** Returns the working directory; empty: not known to the writer. */
    public String directory() {
        return metadata().path("directory").asText("");
    }

    /** Returns the libraries whose code was mapped at the end of MPI_Init; empty: not known to the writer. */
    public List<String> libraries() {
        List<String> paths = new ArrayList<>();
        metadata().path("libraries").forEach(path -> paths.add(path.asText()));
        return paths;
    }

    /** Returns the name and version of the MPI library; empty: not known to the writer. */
    public String mpi() {
        return metadata().path("mpi").asText("");
    }

    /** Returns the hardware and the kernel of the rank's node; null: not known to the writer. */
    public NodeMachine machine() {
        JsonNode machine = metadata().path("machine");
        return machine.isMissingNode() ? null
                : new NodeMachine(machine.path("processor").asText(""), machine.path("processors").asInt(0),
                        machine.path("memory_bytes").asLong(0), machine.path("kernel").asText(""));
    }

    /**
     * The hardware and the kernel of a node.
     *
     * @param processor name of its processors; empty: the kernel does not state it
     * @param processors number of processors that are online
     * @param memoryBytes main memory, bytes
     * @param kernel name and version
     */
    public record NodeMachine(String processor, int processors, @JsonProperty("memory_bytes") long memoryBytes,
            String kernel) {}

    /** Returns the identity of the run, equal for all its ranks; empty: not known to the writer. */
    public String run() {
        return metadata().path("run").asText("");
    }

    /** Returns the names of the events counted outside MPI, in the order of their values. */
    public List<String> countedEvents() {
        return Stream.of(metadata().path("events").asText("").split(","))
                .filter(e -> e.contains("="))
                .map(e -> e.substring(0, e.indexOf('=')))
                .toList();
    }

    /** Returns the method and mode of counting, in words; empty: not counted. */
    public String countedAs() {
        return metadata().path("events_mode").asText("");
    }

    /** Returns CLOCK_REALTIME minus the clock of the stamps at the start, ns; 0: not known to the writer. */
    public long realtimeMinusClockNanos() {
        return metadata().path("realtime_minus_clock_ns").asLong();
    }
}
