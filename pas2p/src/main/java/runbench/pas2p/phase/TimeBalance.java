package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The parts of the run time, each measured independently, so that a missing part or one counted twice is detected. All
 * times are nanoseconds of the reference time.
 *
 * @param runNanos from the last exit from MPI_Init to the last entry into MPI_Finalize
 * @param beforeNanos from the start of the run to the first phase
 * @param phasesNanos sum of the frontier times of all phases
 * @param afterNanos from the end of the last phase to the end of the run
 * @param orderedEvents sends and collectives that were ordered
 * @param eventsInPhases sends and collectives in the occurrences of all phases
 * @param earlyArrivals messages that arrived before the start of their send, which only inconsistent clocks can cause
 * @param earliestNanos the greatest such difference
 */
public record TimeBalance(long runNanos, long beforeNanos, long phasesNanos, long afterNanos, long orderedEvents,
        long eventsInPhases, long earlyArrivals, long earliestNanos) {
    /** Returns the time in no phase, ns. */
    public long residualNanos() {
        return beforeNanos + afterNanos;
    }

    /** Returns the inconsistencies, in words; empty: everything adds up. */
    public List<String> contradictions() {
        List<String> found = new ArrayList<>();
        if (beforeNanos < 0) {
            found.add(format("the first phase begins %,d ns before the run does (last exit from MPI_Init)",
                    -beforeNanos));
        }
        if (afterNanos < 0) {
            found.add(format("the last phase ends %,d ns after the run does (last entry into MPI_Finalize)",
                    -afterNanos));
        }
        long sum = beforeNanos + phasesNanos + afterNanos;
        if (sum != runNanos) {
            found.add(format(
                    "phases (%,d ns) and the time before and after them (%,d ns) sum to %,d ns, but the run took "
                            + "%,d ns",
                    phasesNanos, residualNanos(), sum, runNanos));
        }
        if (eventsInPhases != orderedEvents) {
            found.add(format("%,d sends and collectives were ordered, but %,d are in phases", orderedEvents,
                    eventsInPhases));
        }
        if (earlyArrivals > 0) {
            found.add(format(
                    "%,d messages arrived before they were sent, by up to %,d ns: the clocks of the nodes disagree, and"
                            + " with them the times of phases (bring them into one time with --clock-model)",
                    earlyArrivals, earliestNanos));
        }
        return found;
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /**
     * Counter of messages that arrived before they were sent, which only inconsistent clocks can cause. Nanoseconds,
     * reference time.
     */
    static final class EarlyArrivals {
        private long count;
        private long most;

        /**
         * Checks a message.
         *
         * @param sent entry of the send
         * @param arrived exit of the receive
         */
        void message(long sent, long arrived) {
            if (arrived < sent) {
                count++;
                most = Math.max(most, sent - arrived);
            }
        }

        long count() {
            return count;
        }

        /** Returns the greatest difference, ns. */
        long maxNanos() {
            return most;
        }
    }
}
