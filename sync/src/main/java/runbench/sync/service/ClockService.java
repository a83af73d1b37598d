package runbench.sync.service;

import runbench.sync.clock.Clock;

/** A clock of this machine: the system's as it is, or any source that the clock library knows. */
final class ClockService implements TimeService {
    private final String name;
    private final Clock local = Clock.open("realtime");
    private final Clock clock;

    ClockService(String name, String spec) {
        this.name = name;
        clock = Clock.open(spec);
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
        return new Reading(before + (after - before) / 2, now, after - before);
    }

    @Override
    public int packets() {
        return 0;
    }

    @Override
    public int bytes() {
        return 0;
    }

    @Override
    public void close() {
        clock.close();
        local.close();
    }
}
