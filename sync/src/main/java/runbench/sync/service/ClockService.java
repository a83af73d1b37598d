package runbench.sync.service;

import java.util.function.LongUnaryOperator;
import runbench.sync.clock.Clock;

/** A clock of this machine: the system clock, another source, or one converted by a model. */
final class ClockService implements TimeService {
    private final String name;
    private final Clock local = Clock.open("realtime");
    private final Clock clock;
    private final LongUnaryOperator toService;

    /**
     * Creates the service.
     *
     * @param name name on the command line
     * @param spec clock source
     * @param toService converts the clock to the service's time, ns
     */
    ClockService(String name, String spec, LongUnaryOperator toService) {
        this.name = name;
        clock = Clock.open(spec);
        this.toService = toService;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Reading read() {
        long before = local.nanos();
        long now = clock.nanos();
        long after = local.nanos();
        return new Reading(before + (after - before) / 2, toService.applyAsLong(now), after - before);
    }

    @Override
    public void close() {
        clock.close();
        local.close();
    }
}
