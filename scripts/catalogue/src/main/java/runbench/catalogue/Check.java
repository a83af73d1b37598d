package runbench.catalogue;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** A check of one output file: a path relative to the working directory, or "stdout" or "stderr". */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "check")
@JsonSubTypes({@JsonSubTypes.Type(value = Check.Sha256.class, name = "sha256"),
        @JsonSubTypes.Type(value = Check.Matches.class, name = "matches"),
        @JsonSubTypes.Type(value = Check.Near.class, name = "near"),})
public sealed interface Check {
    String file();

    /** The SHA-256 of the whole file. */
    record Sha256(String file, String sha256) implements Check {}

    /**
     * A match of a regular expression in the file (^ and $ match at line ends).
     *
     * @param minLines minimum number of lines of the file
     */
    record Matches(String file, String regex, long minLines) implements Check {}

    /** A number, the first group of a regular expression, within a relative distance of the expected one. */
    record Near(String file, String regex, double expected, double relative) implements Check {}
}
