package runbench.pas2p.checkpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * A folder of checkpoints as its {@code checkpoint.json} describes it: copies of all processes of a run, one behind the
 * cut before each phase, and what they need to be processes again.
 *
 * @param signatureSha256 of the signature's file
 * @param signature what the checkpoints are of, and where its phases begin
 * @param command that the processes come from
 * @param date UTC, ISO 8601
 * @param criu version that made them
 * @param folder that the ranks write into, absolute: it is where it was when they are restored
 * @param addresses IP addresses that the processes may have bound: they are theirs again
 * @param folders working directories; must exist
 * @param needed files that the processes read; must be the same
 * @param forced in spite of differences from the traced run, which would be refused
 * @param buildS what making all of them took
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

    /** Where they were made. @param features of its processor, as the kernel names them */
    public record Machine(String host, String kernel, String cpu, List<String> features) {}

    /** @param sha256 lower-case hexadecimal */
    public record Needed(String path, long bytes, String sha256) {}

    /** A file that belongs to the processes, as it was. */
    public record Copied(String path, long bytes) {}

    /**
     * One checkpoint, in a folder of its own: {@code images} is CRIU's, {@code files} holds the copied files below
     * their absolute paths.
     *
     * @param name of its folder
     * @param pause number of the pause that its ranks wait in
     * @param imageBytes of CRIU's images
     * @param copiedBytes of the copied files, holes counted
     * @param dumpS how long the ranks stood still for it
     * @param threads where they may run
     * @param running ranks that did not come to the cut, because others wait in it: they are where they were
     */
    public record Checkpoint(String name, PhaseWindow window, int pause, @JsonProperty("image_bytes") long imageBytes,
            @JsonProperty("copied_bytes") long copiedBytes, List<Copied> copied, List<String> made,
            @JsonProperty("dump_s") double dumpS, List<ThreadPlacement> threads, List<Integer> running) {}

    /** Of everything that is kept. */
    public long bytes() {
        return checkpoints.stream().mapToLong(c -> c.imageBytes() + c.copiedBytes()).sum();
    }
}
