package runbench.pas2p.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * How one run of a target ended, as it stands in its folder once it has ended.
 *
 * @param why it failed; null where it was measured
 * @param remedy what to do about it; null: nothing is known
 * @param command what ran
 * @param signatureSha256 of what was measured
 * @param seconds it took, failed or not
 */
public record TargetOutcome(String target, int repetition, boolean full, String why, String remedy,
        @JsonProperty("exit_code") int exitCode, List<String> command,
        @JsonProperty("signature_sha256") String signatureSha256, double seconds) {
    boolean failed() {
        return why != null;
    }
}
