package runbench.sampler.probe;

import java.util.Objects;

/**
 * The result of probing an event on this machine, as this user.
 *
 * @param verdict the result
 * @param detail observation, or the reason why the event cannot be counted
 * @param remedy command to type; empty if there is none
 */
public record Countability(Verdict verdict, String detail, String remedy) {
    /** The results, from best to worst. */
    public enum Verdict {
        /** The event counted a positive number. */
        COUNTS("counts"),
        /** The event was on a counter and read 0; the self-test does not trigger such events. */
        READY("ready"),
        /** A hardware event was on a counter and read 0, although the self-test triggers common hardware events. */
        SILENT("opens, counts 0"),
        /** The event was opened but never scheduled on a counter. */
        NEVER_RAN("opens, never runs"),
        /** The event cannot be opened. */
        NO("not counted"),
        /** The event was not probed. */
        NOT_PROBED("not probed");

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

    /** Returns the result for an event that was not probed. */
    public static Countability notProbed(String why) {
        return new Countability(Verdict.NOT_PROBED, why, "");
    }

    /** Returns true if it makes sense to request the event in a run. */
    public boolean usable() {
        return verdict == Verdict.COUNTS || verdict == Verdict.READY || verdict == Verdict.SILENT;
    }
}
