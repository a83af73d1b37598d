package runbench.sync.scenario;

import java.util.List;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.scenario.ClockScenarios.ReturningNode;
import runbench.sync.scenario.ClockScenarios.SteppingClock;
import runbench.sync.scenario.ClockScenarios.TurningClock;
import runbench.sync.scenario.ClockScenarios.WanderingClock;
import runbench.sync.scenario.Link.Delay;

/** The registry of all scenarios. */
public final class Scenarios {
    /** Duration of a frame of 106 bytes on a 100 Mb/s wire, twice (in and out of the switch), ns. */
    private static final double FRAME_100M = 2 * 106 * 80.0;
    /** Duration of another host's full frame, ns. */
    private static final double FULL_FRAME_100M = 1538 * 80.0;
    private static final Delay SHARED_WIRE = Delay.constant(FRAME_100M)
            .sometimes(0.3, random -> FULL_FRAME_100M * random.nextDouble());

    private static final List<Scenario> ALL = List.of(
            new Delays("kernel", "kernel stamps, quiet hosts", Link.QUIET, Stamps.KERNEL, 100, 1000),
            new Delays("kernel-loaded", "kernel stamps, all CPUs busy", Link.LOADED, Stamps.KERNEL, 200, 1000),
            new Delays("user", "user stamps, quiet hosts", Link.QUIET, Stamps.USER, 500, 5000),
            new Delays("user-loaded", "user stamps, all CPUs busy", Link.LOADED, Stamps.USER, 1000, 5000),
            queued("exponential", "exponential jitter of 50 us on each way", Delay.exponential(50e3),
                    Delay.exponential(50e3), 1000),
            queued("pareto", "Pareto jitter (scale 20 us, shape 1.5) on each way", Delay.pareto(20e3, 1.5),
                    Delay.pareto(20e3, 1.5), 1000),
            queued("asymmetric-queue", "exponential queues of 100 us there and 10 us back", Delay.exponential(100e3),
                    Delay.exponential(10e3), 2000),
            queued("shared-100m", "a 100 Mb/s switch, 30 % of the messages behind a full frame", SHARED_WIRE,
                    SHARED_WIRE, 1000),
            new Delays("loss", "10 % of the messages lost each way", Link.QUIET.losing(0.1), Stamps.KERNEL, 200, 1000),
            queued("constant-asymmetry", "40 us more there than back, always: half of it is invisible to anyone",
                    Delay.constant(40e3), Delay.constant(0), Double.NaN),
            new BadReplies("reorder", "live: 5 % of the replies come after the next one", "reorder"),
            new BadReplies("duplicate", "live: 5 % of the replies come twice", "duplicate"),
            new BadReplies("stale", "live: 5 % of the replies are an earlier one again", "stale"), new SteppingClock(),
            new TurningClock(), new WanderingClock(), new LiveLogClocks(), new ReturningNode());

    private Scenarios() {
    }

    private static Delays queued(String name, String description, Delay there, Delay back, double rmsLimit) {
        return new Delays(name, description, Link.QUIET.queued(there, back), Stamps.KERNEL, rmsLimit, Double.NaN);
    }

    public static List<Scenario> all() {
        return ALL;
    }

    public static Scenario named(String name) {
        return ALL.stream()
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> RunbenchException.badInput("no scenario '" + name + "'").remedy("One of: " + names(ALL)));
    }

    /**
     * Returns a scenario that consists of delays only.
     *
     * @throws RunbenchException if there is none with this name
     */
    public static Delays delays(String name) {
        if (named(name) instanceof Delays d) {
            return d;
        }
        throw RunbenchException.badInput("scenario '" + name + "' is not one of delays")
                .remedy("One of: " + names(ALL.stream().filter(Delays.class::isInstance).toList()));
    }

    private static String names(List<Scenario> scenarios) {
        return scenarios.stream().map(Scenario::name).collect(Collectors.joining(", "));
    }
}
