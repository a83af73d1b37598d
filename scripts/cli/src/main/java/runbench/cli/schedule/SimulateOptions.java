package runbench.cli.schedule;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.cli.option.Range;
import runbench.schedule.contention.Contention;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.contention.ContentionModelJson;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.ReferenceCurve;
import runbench.schedule.policy.ReferenceCurveJson;
import runbench.schedule.policy.SchedulingPolicy.PolicySettings;
import runbench.schedule.simulate.BusQueue;
import runbench.schedule.simulate.ScheduleStudy;
import runbench.schedule.simulate.SimulationSettings;
import runbench.schedule.workload.Workload.StatedMachine;
import runbench.schedule.workload.Workload.WorkloadSet;
import runbench.schedule.workload.Workload;

/** Options of the simulated machine and its policies. */
final class SimulateOptions {
    private static final String QUEUE = "queue";
    private static final double MOST_SECONDS = 1000;

    @Option(names = "--policy", split = ",", order = 1, paramLabel = "NAME",
            description = "Policies, separated by commas (default: all): linux, round-robin, latest-quantum, "
                    + "quanta-window, " + "pbw, iabw, core-allocation, throttling. Gains are relative to linux.")
    private List<String> policies = PolicyName.words();

    @Option(names = "--model", order = 2, paramLabel = "FILE",
            description = "Contention model: a file of runbench bandwidth, or \"queue\" for a queue at one bus "
                    + "(default: a " + "model with the bandwidth that the workload states).")
    private String model;

    @Option(names = "--cpus", order = 3, paramLabel = "N",
            description = "Number of CPUs (default: as the workload or the model states).")
    private Integer cpus;

    @Option(names = "--quantum", order = 4, paramLabel = "S", defaultValue = "0.2",
            description = "Time between two decisions, s (default: ${DEFAULT-VALUE}).")
    private double quantum;

    @Option(names = "--linux-quantum", order = 5, paramLabel = "S", defaultValue = "0.1",
            description = "Time slice of the Linux-like policy, s (default: ${DEFAULT-VALUE}).")
    private double linuxQuantum;

    @Option(names = "--switch-cost", order = 6, paramLabel = "S", defaultValue = "5e-6",
            description = "Cost of a context switch on a CPU, s (default: ${DEFAULT-VALUE}).")
    private double switchCost;

    @Option(names = "--cold-cost", order = 7, paramLabel = "S", defaultValue = "4.1e-4",
            description = "Further cost of a switch to a cache without data of the thread, s (default: "
                    + "${DEFAULT-VALUE}, " + "256 KiB refilled).")
    private double coldCost;

    @Option(names = "--window", order = 8, paramLabel = "N", defaultValue = "5",
            description = "Number of quanta in the mean of Quanta Window (default: ${DEFAULT-VALUE}).")
    private int window;

    @Option(names = "--by-profile", order = 9,
            description = "Policies use the demand of a program alone, instead of its measured traffic next to others.")
    private boolean byProfile;

    @Option(names = "--curve", order = 10, paramLabel = "FILE",
            description = "Reference curve of the IABW policy, a file of --refit (default: the published curve).")
    private Path curve;

    @Option(names = "--seed", order = 11, paramLabel = "N", defaultValue = "1",
            description = "Seed of random workloads and of the Linux-like policy (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--seeds", order = 12, paramLabel = "N", defaultValue = "5",
            description = "Number of simulations of the Linux-like policy, with different orders; the mean is used "
                    + "(default: ${DEFAULT-VALUE}).")
    private int seeds;

    @Option(names = "--linux-order-kept", order = 13,
            description = "The Linux-like policy keeps one random order per CPU, instead of a new order in each round.")
    private boolean orderKept;

    @Option(names = "--no-barriers", order = 14, description = "Ignore the barriers of the workload.")
    private boolean noBarriers;

    @Option(names = "--no-search", order = 15,
            description = "Do not search for the best schedule (the search handles up to 8 programs, not counting "
                    + "background programs).")
    private boolean noSearch;

    WorkloadSet asked(WorkloadSet set) {
        return noBarriers ? set.withoutBarriers() : set;
    }

    long seed() {
        return seed;
    }

    /** Returns the plan of the simulation, after checks of all options. */
    ScheduleStudy.Plan plan(Workload first) {
        List<PolicyName> names = new ArrayList<>();
        policies.forEach(p -> names.add(PolicyName.of(p)));
        StatedMachine stated = first.machine();
        Contention contention = contention(first);
        int on = cpus != null ? Range.whole("--cpus", cpus, 1, 4096)
                : stated.cpus() > 0 ? stated.cpus() : contention instanceof ContentionModel m ? m.cpus() : 0;
        if (on == 0) {
            throw RunbenchException.badInput("the number of CPUs is unknown")
                    .remedy("write cpus = 4 into the workload, or --cpus 4");
        }
        SimulationSettings simulation = SimulationSettings.of(on)
                .withQuantum(Range.number("--quantum", quantum, 1e-6, MOST_SECONDS, "s"))
                .withCosts(Range.number("--switch-cost", switchCost, 0, MOST_SECONDS, "s"),
                        Range.number("--cold-cost", coldCost, 0, MOST_SECONDS, "s"))
                .withStream(contention instanceof ContentionModel m ? m.single() : stated.stream());
        PolicySettings usual = PolicySettings.USUAL;
        PolicySettings settings = new PolicySettings(Range.whole("--window", window, 1, 1000),
                curve == null ? ReferenceCurve.PUBLISHED : ReferenceCurveJson.parse(curve.toString(), text(curve)),
                usual.target(), seed, byProfile, orderKept);
        return new ScheduleStudy.Plan(names.stream().distinct().toList(), settings, simulation,
                Range.number("--linux-quantum", linuxQuantum, 1e-6, MOST_SECONDS, "s"),
                Range.whole("--seeds", seeds, 1, 1000), contention, words(contention), !noSearch);
    }

    private Contention contention(Workload w) {
        StatedMachine stated = w.machine();
        if (model != null && !model.equals(QUEUE)) {
            ContentionModel measured = ContentionModelJson.read(text(Path.of(model)), model);
            if (measured.unit() != w.unit()) {
                throw RunbenchException
                        .badInput(model + ": its traffic is in " + measured.unit().label()
                                + ", that of the workload in " + w.unit().label())
                        .remedy("write unit = \"" + measured.unit().label()
                                + "\" into the workload, and its traffic so");
            }
            return measured;
        }
        if (Double.isNaN(stated.sustained())) {
            throw RunbenchException.badInput("the workload \"" + w.name() + "\" states no memory bandwidth")
                    .remedy("write sustained = 20e9 into it, or measure: runbench bandwidth, and --model FILE");
        }
        if (model != null) {
            return new BusQueue(w.unit(), stated.sustained());
        }
        ContentionModel bus = ContentionModel.frontSideBus();
        double single = Double.isNaN(stated.stream()) ? stated.sustained() * bus.single() / bus.sustained()
                : Math.min(stated.stream(), stated.sustained());
        return new ContentionModel("as the workload states", w.unit(), Math.max(1, stated.cpus()), stated.sustained(),
                single, bus.growth(), bus.knee(),
                "bandwidth as the workload states; latency at saturation twice that of idle memory: assumed");
    }

    private static String words(Contention contention) {
        return contention instanceof ContentionModel m ? m.machine() + " (" + m.method() + ")" : "a queue for one bus";
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage())
                    .remedy("name a file that is there")
                    .causedBy(e);
        }
    }
}
