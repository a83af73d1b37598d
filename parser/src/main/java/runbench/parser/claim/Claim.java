package runbench.parser.claim;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A statement of a text about the behaviour of a program over time.
 *
 * @param least minimum number; 0 if the kind has no number
 * @param most maximum number
 * @param periodS length of one repetition on the text's machine, s; null if the text gives none
 */
public record Claim(Kind kind, int least, int most, @JsonProperty("period_s") Double periodS) {
    /** The statement, always about the rate of one event. */
    public enum Kind {
        /** A pattern occurs a given number of times. */
        @JsonProperty("repeats") REPEATS(true, false),
        /** The run has a given number of distinct consecutive intervals. */
        @JsonProperty("stages") STAGES(true, false),
        /** Intervals of high and of low rate alternate. */
        @JsonProperty("alternates") ALTERNATES(false, true),
        /** Intervals of high and of low rate alternate, and those of the high rate are shorter. */
        @JsonProperty("short_high") SHORT_HIGH(false, true),
        /** A pattern repeats and becomes longer with every repetition. */
        @JsonProperty("lengthens") LENGTHENS(false, false),
        /** The rate rises to the end of the run. */
        @JsonProperty("rises") RISES(false, true),
        /** The first interval differs from the rest. The rest is most of the run and has a constant rate. */
        @JsonProperty("settles") SETTLES(false, false);

        private final boolean number;
        private final boolean rate;

        Kind(boolean number, boolean rate) {
            this.number = number;
            this.rate = rate;
        }

        /** Returns whether the kind has a number. */
        public boolean hasNumber() {
            return number;
        }

        /**
         * Returns whether the statement needs the text's own event. Other events may show when a program changes, but
         * not whether the rate is high or rises.
         */
        boolean needsEvent() {
            return rate;
        }
    }

    public Claim {
        if (kind.hasNumber() ? least < 1 || most < least : least != 0 || most != 0) {
            throw new IllegalArgumentException(kind + ": " + least + " to " + most);
        }
    }

    boolean allows(int number) {
        return number >= least && number <= most;
    }

    /**
     * The statements of a text about one program.
     *
     * @param benchmark catalogue id
     * @param source the text and the place in it
     * @param run arguments of its run
     * @param event event whose rate the text describes
     * @param prose summary of the text
     * @param relative relation of the program to the free program that runs in its place; empty if there is none
     * @param claims statements in the order of the text
     */
    public record Characterization(String benchmark, String source, String run, String event, String prose,
            String relative, List<Claim> claims) {
        public Characterization {
            claims = List.copyOf(claims);
        }
    }
}
