package runbench.pas2p.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The outcome of one run of a target, as stored in its folder at the end.
 *
 * @param why cause of the failure; null: it was measured
 * @param remedy advice; null: none
 * @param command command line that ran
 * @param signatureSha256 digest of the measured signature
 * @param seconds duration, failed or not
 */
public record TargetOutcome(String target, int repetition, boolean full, String why, String remedy,
        @JsonProperty("exit_code") int exitCode, List<String> command,
        @JsonProperty("signature_sha256") String signatureSha256, double seconds) {
    boolean failed() {
        return why != null;
    }
}
