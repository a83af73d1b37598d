package runbench.pas2p.trace;

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
 * @param rank in MPI_COMM_WORLD
 * @param ranks size of MPI_COMM_WORLD
 */
public record RankHeader(ContainerHeader container, int rank, int ranks) {
    /** Remedy where processes of one command are not in one MPI_COMM_WORLD. */
    public static final String CONNECT = "use the launcher of the program's MPI (mpirun.mpich, mpirun.openmpi); under Slurm: srun --mpi=pmi2 for MPICH,"
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
     * Of the first rank of a traced run that has one; nothing but headers is read.
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
     * Checks that the traces of a run are of one world, which has as many ranks as its launcher started. Only headers
     * are read.
     *
     * @param run its folder
     * @return the error where they are of several worlds, or of one of another size; empty where they fit, and where no
     *     header is readable
     */
    public static Optional<RunbenchException> unconnected(Path run, int ranks) {
        return TraceFiles.unconnected(run, ranks);
    }

    public Path file() {
        return container.file();
    }

    /** Offset of the first record. */
    public int headerBytes() {
        return container.headerBytes();
    }

    /** What the writer noted, as it stands in the file, for what only passes it on. */
    public JsonNode metadata() {
        return container.metadata();
    }

    /** Of the rank's threads that called MPI, which one the file is of; 0 is the one that called MPI_Init. */
    public int thread() {
        return metadata().path("thread").asInt(0);
    }

    /** Name of the node that the rank ran on; empty when the writer did not know it. */
    public String host() {
        return metadata().path("host").asText("");
    }

    /** Command line of the traced program; empty when the writer did not know it. */
    public List<String> program() {
        List<String> words = new ArrayList<>();
        metadata().path("program").forEach(word -> words.add(word.asText()));
        return words;
    }

    /** Absolute path of the traced program; empty when the writer did not know it. */
    public String executable() {
        return metadata().path("executable").asText("");
    }

    /** That it ran in; empty when the writer did not know it. */
    public String directory() {
        return metadata().path("directory").asText("");
    }

    /** Of the libraries whose code was mapped when MPI_Init ended; empty when the writer did not know them. */
    public List<String> libraries() {
        List<String> paths = new ArrayList<>();
        metadata().path("libraries").forEach(path -> paths.add(path.asText()));
        return paths;
    }

    /** Name and version of the MPI library; empty when the writer did not know it. */
    public String mpi() {
        return metadata().path("mpi").asText("");
    }

    /** The same for all ranks of a run; empty when the writer did not know it. */
    public String run() {
        return metadata().path("run").asText("");
    }

    /** Names of the events that were counted outside MPI, in the order of their values. */
    public List<String> countedEvents() {
        return Stream.of(metadata().path("events").asText("").split(","))
                .filter(e -> e.contains("="))
                .map(e -> e.substring(0, e.indexOf('=')))
                .toList();
    }

    /** By what and in which mode they were counted, in words; empty when none were. */
    public String countedAs() {
        return metadata().path("events_mode").asText("");
    }

    /** CLOCK_REALTIME minus the clock of the stamps at the start, ns; 0 when the writer did not know it. */
    public long realtimeMinusClockNanos() {
        return metadata().path("realtime_minus_clock_ns").asLong();
    }
}
