package runbench.parser.claim;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The result of the comparison of a claim with one run.
 *
 * @param claim statement of the text
 * @param verdict result
 * @param found property of the run to which the claim was compared; null if there is none
 * @param doubts limitations of the verdict, in descending order of weight
 */
public record JudgedClaim(Claim claim, ClaimVerdict verdict, Found found, List<ClaimDoubt> doubts) {
    /**
     * The property of the run to which a claim was compared. Lengths and rates have the units of the run's structure.
     *
     * @param number number of repetitions, intervals, alternations or peaks, or the number of an interval; null if the
     *     kind has no number
     * @param first depends on the kind: mean length of a repetition or of a high interval, length of the first
     *     repetition or of the run, rate or fluctuation at the beginning, low end of the rates, or start of the
     *     constant rest; null if the kind has none
     * @param last depends on the kind: mean length of a low interval, length of the last repetition, rate or
     *     fluctuation at the end or of the rest, or high end of the rates; null if the kind has none
     */
    public record Found(Integer number, Double first, Double last) {}

    public JudgedClaim {
        doubts = List.copyOf(doubts);
    }

    /** The reasons why a verdict is limited or missing. */
    public enum ClaimDoubt {
        /** No program runs in the place of the text's program. */
        @JsonProperty("not_run") NOT_RUN,
        /** A program can run in its place, but no shown batch contains it. */
        @JsonProperty("not_in_batch") NOT_IN_BATCH, @JsonProperty("not_ended") NOT_ENDED,
        @JsonProperty("run_failed") RUN_FAILED,
        /** The results of the run do not contain its structure. */
        @JsonProperty("not_analysed") NOT_ANALYSED,
        /** The run is too short for its sampling period. */
        @JsonProperty("too_short") TOO_SHORT, @JsonProperty("nothing_varies") NOTHING_VARIES,
        /** Another program ran in its place. */
        @JsonProperty("other_program") OTHER_PROGRAM,
        /** The program ran with other arguments. */
        @JsonProperty("other_input") OTHER_INPUT,
        /** The claim's event was not counted. */
        @JsonProperty("event_not_counted") EVENT_NOT_COUNTED,
        /** Positions are instructions, so lengths cannot be compared with times. */
        @JsonProperty("no_time") NO_TIME
    }

    /** The result of a comparison. */
    public enum ClaimVerdict {
        @JsonProperty("holds") HOLDS("holds"), @JsonProperty("does_not_hold") DOES_NOT_HOLD("does not hold"),
        @JsonProperty("cannot_be_compared") CANNOT_BE_COMPARED("cannot be compared");

        private final String label;

        ClaimVerdict(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }
}
