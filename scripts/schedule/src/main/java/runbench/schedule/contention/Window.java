package runbench.schedule.contention;

import java.util.Locale;

/**
 * One measurement of a setting.
 *
 * @param repetition number of the repetition, from 0; each repetition contains each setting once
 * @param setting the threads that ran
 * @param rate victim's units of work per second of the time in which all threads ran; NaN without a victim
 * @param traffic traffic of the antagonists, bytes per second of that time
 * @param victimTraffic traffic of the victim, bytes per second
 * @param together share of the wall time, 0..1, in which all threads ran
 */
public record Window(int repetition, Setting setting, double rate, double traffic, double victimTraffic,
        double together) {

    /**
     * A combination of threads that run simultaneously, each on its own CPU.
     *
     * @param victim the slowed workload; null if the antagonists run without one
     * @param antagonist workload of the competing threads
     * @param antagonists number of competing threads
     * @param share traffic limit of one antagonist as a share of its maximum, above 0; 1 means unlimited
     */
    public record Setting(Victim victim, Antagonist antagonist, int antagonists, double share) {
        /** Returns the setting with the victim alone. */
        static Setting alone(Victim victim) {
            return new Setting(victim, Antagonist.READ, 0, 1);
        }
    }

    /** The workload of a program that competes with a victim for memory. */
    public enum Antagonist {
        /** Reads one word of each line of an array larger than the caches (BBMA). */
        READ,
        /** Writes one word of each line of such an array. */
        WRITE,
        /** Alternates between reading and writing. */
        MIX,
        /** Reads 16 KiB that stay in the nearest cache (nBBMA). */
        SMALL;

        /** Returns the name that the native helper uses. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The workload whose slow-down is measured. */
    public enum Victim {
        /** Reads an array larger than the caches, line after line. */
        STREAM("streaming"),
        /** Follows pointers through memory; each load depends on the previous one. */
        CHASE("pointer chase"),
        /** Adds numbers; it has no memory traffic. */
        COMPUTE("CPU-bound");

        private final String label;

        Victim(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }

        /** Returns the name that the native helper uses. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
