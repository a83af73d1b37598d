package runbench.schedule.contention;

/**
 * Who runs at the same time, each on a CPU of its own.
 *
 * @param victim null: the antagonists run by themselves
 * @param antagonist what runs beside it
 * @param antagonists how many
 * @param share of the traffic that one antagonist makes at most, above 0; 1: as fast as it goes
 */
public record Setting(Victim victim, Antagonist antagonist, int antagonists, double share) {
    /** The victim by itself. */
    static Setting alone(Victim victim) {
        return new Setting(victim, Antagonist.READ, 0, 1);
    }
}
