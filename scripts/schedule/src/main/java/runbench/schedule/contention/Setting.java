package runbench.schedule.contention;

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
