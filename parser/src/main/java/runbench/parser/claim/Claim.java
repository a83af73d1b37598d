package runbench.parser.claim;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A statement about the behaviour of a program over time.
 *
 * @param least minimum number; 0 if the kind has no number
 * @param most maximum number
 * @param periodS length of one repetition on the text's machine, s; null if the text gives none
 * @param samplingS sampling period of the described chart, s; null if the statement is about all of them
 * @param factor maximum ratio of high to low rates, for {@link Kind#BOUNDED}; null for the other kinds
 * @param event event whose rate it is about; null: that of its text
 */
public record Claim(Kind kind, int least, int most, @JsonProperty("period_s") Double periodS,
        @JsonProperty("sampling_s") Double samplingS, Double factor, String event) {
    /** The statement, always about the rate of one event. */
    public enum Kind {
        /** A pattern occurs a given number of times. */
        @JsonProperty("repeats") REPEATS(true),
        /** The run has a given number of consecutive intervals that differ in level or in fluctuation. */
        @JsonProperty("stages") STAGES(true),
        /** Intervals of high and of low rate alternate. */
        @JsonProperty("alternates") ALTERNATES(false),
        /** Intervals of high and of low rate alternate, and those of the high rate are shorter. */
        @JsonProperty("short_high") SHORT_HIGH(false),
        /** Intervals of high and of low rate alternate, and those of the high rate fluctuate more. */
        @JsonProperty("rough_high") ROUGH_HIGH(false),
        /** A pattern repeats and becomes longer with every repetition. */
        @JsonProperty("lengthens") LENGTHENS(false),
        /** The rate rises to the end of the run. */
        @JsonProperty("rises") RISES(false),
        /** The fluctuations become smaller to the end of the run. */
        @JsonProperty("shrinks") SHRINKS(false),
        /** The first interval differs from the rest. The rest is most of the run and has a constant rate. */
        @JsonProperty("settles") SETTLES(false),
        /** After the beginning, most rates are within a factor of each other. */
        @JsonProperty("bounded") BOUNDED(false),
        /** The rate has a peak at the beginning, and falls fast. */
        @JsonProperty("initial_peak") INITIAL_PEAK(false),
        /** The first interval has a higher mean than the rest. */
        @JsonProperty("begins_high") BEGINS_HIGH(false),
        /** The interval or occurrence with a given number fluctuates most. */
        @JsonProperty("roughest") ROUGHEST(true),
        /** The interval with a given number has the highest mean. */
        @JsonProperty("highest") HIGHEST(true),
        /** The first half has a given number of peaks above all rates of the second half. */
        @JsonProperty("peaks") PEAKS(true),
        /** The run lasts at least a given number of seconds. */
        @JsonProperty("lasts") LASTS(true);

        private final boolean number;

        Kind(boolean number) {
            this.number = number;
        }

        /** Returns whether the kind has a number. */
        public boolean hasNumber() {
            return number;
        }
    }

    public Claim {
        if (kind.hasNumber() ? least < 1 || most < least : least != 0 || most != 0) {
            throw new IllegalArgumentException(kind + ": " + least + " to " + most);
        }
        if ((kind == Kind.BOUNDED) != (factor != null)) {
            throw new IllegalArgumentException(kind + ": factor " + factor);
        }
    }

    /** A claim about the event of its text. */
    public Claim(Kind kind, int least, int most, Double periodS, Double samplingS, Double factor) {
        this(kind, least, most, periodS, samplingS, factor, null);
    }

    /** Returns a claim without a number. */
    public static Claim of(Kind kind) {
        return new Claim(kind, 0, 0, null, null, null);
    }

    /** Returns a claim with a number. */
    public static Claim of(Kind kind, int least, int most) {
        return new Claim(kind, least, most, null, null, null);
    }

    boolean allows(int number) {
        return distance(number) == 0;
    }

    /** Returns the distance of a number from the allowed ones. */
    int distance(int number) {
        return Math.max(0, Math.max(least - number, number - most));
    }

    /**
     * The statements of a text, or of an entry of the catalogue, about one program.
     *
     * @param benchmark catalogue id
     * @param source the text and the place in it
     * @param run arguments of its run
     * @param event event whose rate the claims describe that name none
     * @param prose summary of the text
     * @param relative relation of the program to the stand-in; of a stand-in: the published description of the
     *     original; empty if there is none
     * @param ofStandIn whether the statements are about the stand-in, and not about the original program
     * @param claims statements in the order of the text
     */
    public record Characterization(String benchmark, String source, String run, String event, String prose,
            String relative, @JsonProperty("of_stand_in") boolean ofStandIn, List<Claim> claims) {
        public Characterization {
            claims = List.copyOf(claims);
        }
    }
}
