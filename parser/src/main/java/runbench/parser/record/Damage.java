package runbench.parser.record;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Why a recording is not complete, and what of it can be trusted. Everything before {@code offset} was checked.
 *
 * @param offset byte in the file at which the intact part ends
 * @param reason what was found there, and what was expected
 * @param samplesKept samples in the intact part
 * @param bytesIgnored bytes behind {@code offset} that are not used
 */
public record Damage(long offset, String reason, @JsonProperty("samples_kept") long samplesKept,
        @JsonProperty("bytes_ignored") long bytesIgnored) {

    /** One sentence for people. */
    public String words() {
        return "damaged at byte " + offset + ": " + reason + "; " + samplesKept + " samples before it are intact, "
                + bytesIgnored + " bytes behind it are not used";
    }
}
