package runbench.schedule.result;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The sustained memory bandwidth with its source.
 *
 * @param rate bandwidth in the workload's unit; NaN if unknown
 * @param source source of the value
 * @param from description of the source, for people; empty if unknown
 */
public record SustainedRate(double rate, Source source, String from) {
    public static final SustainedRate UNKNOWN = new SustainedRate(Double.NaN, Source.UNKNOWN, "");

    /** The source of the value. */
    public enum Source {
        /** An option of the command. */
        GIVEN("given"),
        /** The workload file. */
        WORKLOAD("workload"),
        /** An earlier measurement on this machine. */
        MEASURED("measured"), UNKNOWN("unknown");

        private final String label;

        Source(String label) {
            this.label = label;
        }

        /** Returns the label in files. */
        @JsonValue
        public String label() {
            return label;
        }
    }

    public boolean known() {
        return !Double.isNaN(rate);
    }
}
