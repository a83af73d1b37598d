package runbench.sync.service;

import java.util.function.LongUnaryOperator;
import runbench.sync.clock.Clock;

/** A clock of this machine: the system's as it is, any other source, or one that a model converts. */
final class ClockService implements TimeService {
    private final String name;
    private final Clock local = Clock.open("realtime");
    private final Clock clock;
    private final LongUnaryOperator toService;

    /** @param toService what the service says when the clock shows so much, ns */
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
