package runbench.parser.compare;

import com.fasterxml.jackson.annotation.JsonValue;
import runbench.parser.record.Labeled;

/**
 * The comparison of the programs' standard output.
 *
 * @param result result of the comparison
 * @param detail first difference, or the side whose output varies; null if there is none
 */
public record OutputComparison(OutputResult result, String detail) {
    /** The result of a comparison of outputs. */
    public enum OutputResult implements Labeled {
        /** All runs of both sides printed the same. */
        SAME("same"),
        /** Each side always printed the same, but B printed something else than A. */
        DIFFERENT("different"),
        /** The output of one side varies from run to run, so a difference has no meaning. */
        VARYING("varies from run to run"),
        /** At least one run has no stored output. */
        UNKNOWN("unknown");

        private final String label;

        OutputResult(String label) {
            this.label = label;
        }

        @Override
        @JsonValue
        public String label() {
            return label;
        }
    }
}
