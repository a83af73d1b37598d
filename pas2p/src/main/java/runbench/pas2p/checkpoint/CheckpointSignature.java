package runbench.pas2p.checkpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import runbench.base.process.CpuSet;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * The description of a folder of checkpoints, as stored in {@code checkpoint.json}. A checkpoint contains copies of all
 * processes of a run after the cut before a phase, and the data needed to restore them.
 *
 * @param signatureSha256 digest of the signature's file
 * @param signature the signature that the checkpoints belong to
 * @param command command line of the program
 * @param date UTC, ISO 8601
 * @param criu version of CRIU that created the checkpoints
 * @param folder output folder of the ranks, absolute; restored at the same path
 * @param addresses IP addresses that the processes may have bound; restored as well
 * @param folders working directories; must exist
 * @param needed files that the processes read; must be unchanged
 * @param forced true: created in spite of differences from the traced run
 * @param buildS time for creating all checkpoints, s
 */
@JsonPropertyOrder({"format", "version"})
public record CheckpointSignature(String format, int version, @JsonProperty("signature_sha256") String signatureSha256,
        Signature signature, List<String> command, String date, Machine machine, String criu, String folder,
        List<String> addresses, List<String> folders, List<Needed> needed, List<Checkpoint> checkpoints,
        MeasuredSignature.Same same, boolean forced, List<String> differences, @JsonProperty("build_s") double buildS,
        List<String> remarks) {
    public static final String FORMAT = "runbench checkpoint signature";
    public static final int VERSION = 1;
    /** The name of the file in its folder. */
    public static final String FILE = "checkpoint.json";

    /**
     * The machine on which the checkpoints were created.
     *
     * @param features processor features, by the kernel's names
     */
    public record Machine(String host, String kernel, String cpu, List<String> features) {}

    /**
     * A file that the processes read.
     *
     * @param sha256 lower-case hexadecimal
     */
    public record Needed(String path, long bytes, String sha256) {}

    /** A file that belongs to the processes, in its state at the checkpoint. */
    public record Copied(String path, long bytes) {}

    /**
     * One checkpoint, in its own folder: {@code images} contains CRIU's images, {@code files} the copied files by their
     * absolute paths.
     *
     * @param name name of its folder
     * @param pause number of the pause in which its ranks wait
     * @param imageBytes size of CRIU's images
     * @param copiedBytes size of the copied files, including holes
     * @param dumpS time for which the ranks were stopped, s
     * @param threads the processors of each thread
     * @param running ranks that did not reach the cut because paused ranks block them; copied where they were
     */
    public record Checkpoint(String name, PhaseWindow window, int pause, @JsonProperty("image_bytes") long imageBytes,
            @JsonProperty("copied_bytes") long copiedBytes, List<Copied> copied, List<String> made,
            @JsonProperty("dump_s") double dumpS, List<ThreadPlacement> threads, List<Integer> running) {}

    /** Returns the size of all stored data, bytes. */
    public long bytes() {
        return checkpoints.stream().mapToLong(c -> c.imageBytes() + c.copiedBytes()).sum();
    }

    /**
     * The processors of a thread. CRIU does not store them, so ranks that were bound to cores would lose their binding.
     *
     * @param thread thread id
     * @param cpus list in the kernel's format: {@code 0-3,8}
     */
    public record ThreadPlacement(long thread, String cpus) {
        /** Returns the placement of all threads of processes. */
        static List<ThreadPlacement> of(List<Long> processes) throws IOException {
            List<ThreadPlacement> all = new ArrayList<>();
            for (long pid : processes) {
                try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
                    for (Path thread : threads.toList()) {
                        all.add(of(Long.parseLong(thread.getFileName().toString()),
                                Files.readAllLines(thread.resolve("status"))));
                    }
                } catch (NoSuchFileException ended) {
                    // A process without tasks has no placement.
                }
            }
            return all;
        }

        /**
         * Parses the placement of one thread.
         *
         * @param status lines of /proc/TID/status
         */
        static ThreadPlacement of(long thread, List<String> status) {
            return new ThreadPlacement(thread, CpuSet.allowed(status).orElse(""));
        }
    }
}
