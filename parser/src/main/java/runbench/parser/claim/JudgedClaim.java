package runbench.parser.claim;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A claim against one run.
 *
 * @param found what stands against it; null where nothing does
 * @param doubts what a reader must know beside the verdict, the weightiest first
 */
public record JudgedClaim(Claim claim, ClaimVerdict verdict, Found found, List<ClaimDoubt> doubts) {
    /**
     * What was found. Lengths and rates are in the units of the run's structure.
     *
     * @param number of repetitions, stretches or turns; null where the kind has none
     * @param first mean length of a repetition or of a high stretch, length of the first repetition, rate at the
     *     beginning, where the even rest begins; null where the kind has none
     * @param last mean length of a low stretch, length of the last repetition, rate at the end; null likewise
     */
    public record Found(Integer number, Double first, Double last) {}

    public JudgedClaim {
        doubts = List.copyOf(doubts);
    }

    /** Why a verdict is not simply one about the text's own program, or why there is none. */
    public enum ClaimDoubt {
        /** Nothing runs here in the program's place. */
        @JsonProperty("not_run") NOT_RUN, @JsonProperty("not_ended") NOT_ENDED, @JsonProperty("run_failed") RUN_FAILED,
        /** What it left has nothing about its structure. */
        @JsonProperty("not_analysed") NOT_ANALYSED,
        /** The run is too short for its sampling period. */
        @JsonProperty("too_short") TOO_SHORT, @JsonProperty("nothing_varies") NOTHING_VARIES,
        /** Another program ran in its place. */
        @JsonProperty("other_program") OTHER_PROGRAM,
        /** The program itself, with other arguments. */
        @JsonProperty("other_input") OTHER_INPUT,
        /** It is about what is high, low or rising, and that event was not counted. */
        @JsonProperty("event_not_counted") EVENT_NOT_COUNTED,
        /** The claim's event was not counted, and it is not seen in what was. */
        @JsonProperty("other_events_silent") OTHER_EVENTS_SILENT,
        /** The claim's event was not counted, but it is seen in what was. */
        @JsonProperty("other_events") OTHER_EVENTS,
        /** Two phases take turns, but the rates are nearly the same. */
        @JsonProperty("rates_alike") RATES_ALIKE,
        /** It says of fewer times than a repetition needs to be told from chance. */
        @JsonProperty("too_few_times") TOO_FEW_TIMES,
        /** Positions are instructions: lengths cannot be compared with times. */
        @JsonProperty("no_time") NO_TIME
    }

    /** What a run says of a claim. */
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
