package runbench.schedule.result;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What memory carries at most, as far as anyone knows.
 *
 * @param rate in the workload's unit; NaN where it is not known
 * @param from the same as the source, for a person; empty where it is not known
 */
public record SustainedRate(double rate, Source source, String from) {
    public static final SustainedRate UNKNOWN = new SustainedRate(Double.NaN, Source.UNKNOWN, "");

    /** Where it is known from. */
    public enum Source {
        /** Typed with the command. */
        GIVEN("given"),
        /** The workload's file states it. */
        WORKLOAD("workload"),
        /** Measured on this machine, earlier. */
        MEASURED("measured"), UNKNOWN("unknown");

        private final String label;

        Source(String label) {
            this.label = label;
        }

        /** As it stands in files. */
        @JsonValue
        public String label() {
            return label;
        }
    }

    public boolean known() {
        return !Double.isNaN(rate);
    }
}
