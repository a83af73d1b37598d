package runbench.schedule.policy;

/**
 * Fittest gangs by the mean of what each moved in the latest few quanta that it ran: bursts are smoothed, changes seen
 * late.
 */
final class QuantaWindow extends FittestGangs {
    static final String NAME = "quanta-window";

    private final TrafficWindow window;

    QuantaWindow(int quanta, boolean byProfile) {
        super(NAME, false, byProfile);
        window = new TrafficWindow(quanta);
    }

    @Override
    void observe(Candidates c, WaitingList before) {
        window.observe(c, before);
    }

    @Override
    double expected(Candidates c, int program) {
        return window.mean(program);
    }
}
