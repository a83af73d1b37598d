package runbench.sync.scenario;

import java.util.List;
import java.util.stream.Collectors;
import runbench.parser.RunbenchException;
import runbench.sync.exchange.Stamps;

/** The conditions under which estimators are compared: delays only; clocks that misbehave have tests of their own. */
public final class Scenarios {
    /** A frame of 106 bytes on a 100 Mb/s wire, twice (in and out of the switch), ns. */
    private static final double FRAME_100M = 2 * 106 * 80.0;
    /** A full frame of somebody else's in the way, ns. */
    private static final double FULL_FRAME_100M = 1538 * 80.0;

    private static final List<Scenario> ALL = List.of(
            new Scenario("kernel", "kernel stamps, quiet hosts", Link.QUIET, Stamps.KERNEL, 100),
            new Scenario("kernel-loaded", "kernel stamps, all CPUs busy", Link.LOADED, Stamps.KERNEL, 200),
            new Scenario("user", "user stamps, quiet hosts", Link.QUIET, Stamps.USER, 500),
            new Scenario("user-loaded", "user stamps, all CPUs busy", Link.LOADED, Stamps.USER, 1000),
            new Scenario("exponential", "exponential jitter of 50 us on each way",
                    Link.QUIET.queued(Delay.exponential(50e3), Delay.exponential(50e3)), Stamps.KERNEL, 1000),
            new Scenario("pareto", "Pareto jitter (scale 20 us, shape 1.5) on each way",
                    Link.QUIET.queued(Delay.pareto(20e3, 1.5), Delay.pareto(20e3, 1.5)), Stamps.KERNEL, 1000),
            new Scenario("asymmetric-queue", "exponential queues of 100 us there and 10 us back",
                    Link.QUIET.queued(Delay.exponential(100e3), Delay.exponential(10e3)), Stamps.KERNEL, 2000),
            new Scenario("shared-100m", "a 100 Mb/s switch, 30 % of the messages behind a full frame",
                    Link.QUIET.queued(sharedWire(), sharedWire()), Stamps.KERNEL, 1000),
            new Scenario("loss", "10 % of the messages lost each way", Link.QUIET.losing(0.1), Stamps.KERNEL, 200),
            new Scenario("constant-asymmetry", "40 us more there than back, always: half of it is invisible to anyone",
                    Link.QUIET.queued(Delay.constant(40e3), Delay.constant(0)), Stamps.KERNEL, Double.NaN));

    private Scenarios() {
    }

    private static Delay sharedWire() {
        return Delay.constant(FRAME_100M)
                .sometimes(0.3, random -> FULL_FRAME_100M * random.nextDouble());
    }

    public static List<Scenario> all() {
        return ALL;
    }

    public static Scenario named(String name) {
        return ALL.stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow(() -> RunbenchException
                .badInput("no scenario '" + name + "'")
                .remedy("One of: " + ALL.stream().map(Scenario::name).collect(Collectors.joining(", "))));
    }
}
