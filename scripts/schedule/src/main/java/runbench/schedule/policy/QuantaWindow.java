package runbench.schedule.policy;

/**
 * Selects the fittest gangs by their mean traffic over the latest few quanta in which they ran. It smooths bursts and
 * follows changes late.
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
