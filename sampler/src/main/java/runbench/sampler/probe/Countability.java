package runbench.sampler.probe;

import java.util.Objects;

/**
 * Whether an event counts now, for this user, on this machine.
 *
 * @param detail what was seen, or why it cannot be counted
 * @param remedy what to type; empty when there is nothing to do
 */
public record Countability(Verdict verdict, String detail, String remedy) {
    /** From best to worst. */
    public enum Verdict {
        /** It was opened and counted something. */
        COUNTS("counts"),
        /** It was opened and was on a counter; nothing of its kind happened in the self-test. */
        READY("ready"),
        /** A hardware event was on a counter and stayed at 0 though the self-test does what such events count. */
        SILENT("opens, counts 0"),
        /** It was opened and never came onto a counter. */
        NEVER_RAN("opens, never runs"),
        /** It cannot be opened. */
        NO("not counted"), NOT_PROBED("not probed");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    public Countability {
        Objects.requireNonNull(verdict);
        Objects.requireNonNull(detail);
        Objects.requireNonNull(remedy);
    }

    /** Where nobody asked, or nobody could be asked. */
    public static Countability notProbed(String why) {
        return new Countability(Verdict.NOT_PROBED, why, "");
    }

    /** True when a run may ask for it with profit. */
    public boolean usable() {
        return verdict == Verdict.COUNTS || verdict == Verdict.READY || verdict == Verdict.SILENT;
    }
}
