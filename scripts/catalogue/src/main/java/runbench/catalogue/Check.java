package runbench.catalogue;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What one output file must be like; {@code file} is relative to the working directory, or "stdout" or "stderr". */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "check")
@JsonSubTypes({@JsonSubTypes.Type(value = Check.Sha256.class, name = "sha256"),
        @JsonSubTypes.Type(value = Check.Matches.class, name = "matches"),
        @JsonSubTypes.Type(value = Check.Near.class, name = "near"),})
public sealed interface Check {
    String file();

    /** The whole file hashes to this. */
    record Sha256(String file, String sha256) implements Check {}

    /**
     * Somewhere in the file the regular expression matches (^ and $ at line ends).
     *
     * @param minLines least number of lines of the file
     */
    record Matches(String file, String regex, long minLines) implements Check {}

    /** The first group of the regular expression is a number within a relative distance of the expected one. */
    record Near(String file, String regex, double expected, double relative) implements Check {}
}
