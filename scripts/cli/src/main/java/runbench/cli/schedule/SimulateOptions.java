package runbench.cli.schedule;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import runbench.base.quantity.Range;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.measure.schedule.StudyRequest;
import runbench.schedule.policy.PolicyName;

/** Options of the simulated machine and its policies. */
final class SimulateOptions {
    private static final long MAX_NS = 1_000_000_000_000L;

    @Option(names = "--policy", split = ",", order = 1, paramLabel = "NAME",
            description = "Policies, separated by commas (default: all): linux, round-robin, latest-quantum, "
                    + "quanta-window, pbw, iabw, core-allocation, throttling. Gains are relative to linux.")
    private List<String> policies = PolicyName.words();

    @Option(names = "--contention-model", order = 2, paramLabel = "FILE",
            description = "Contention model: a file of runbench machine bandwidth, or \"" + StudyRequest.QUEUE
                    + "\" for a queue at one bus (default: a " + "model with the bandwidth that the workload states).")
    private String model;

    @Option(names = "--cpu-count", order = 3, paramLabel = "N",
            description = "Number of CPUs (default: as the workload or the model states).")
    private Integer cpus;

    @Option(names = "--quantum", order = 4, paramLabel = "TIME", converter = NanosOrSeconds.class,
            defaultValue = "200ms", description = "Time between two decisions (default: ${DEFAULT-VALUE}).")
    private long quantum;

    @Option(names = "--linux-quantum", order = 5, paramLabel = "TIME", converter = NanosOrSeconds.class,
            defaultValue = "100ms", description = "Time slice of the Linux-like policy (default: ${DEFAULT-VALUE}).")
    private long linuxQuantum;

    @Option(names = "--switch-cost", order = 6, paramLabel = "TIME", converter = NanosOrSeconds.class,
            defaultValue = "5us", description = "Cost of a context switch on a CPU (default: ${DEFAULT-VALUE}).")
    private long switchCost;

    @Option(names = "--cold-cost", order = 7, paramLabel = "TIME", converter = NanosOrSeconds.class,
            defaultValue = "410us",
            description = "Further cost of a switch to a cache without data of the thread (default: "
                    + "${DEFAULT-VALUE}, 256 KiB refilled).")
    private long coldCost;

    @Option(names = "--window-quanta", order = 8, paramLabel = "N", defaultValue = "5",
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

    @Option(names = "--no-barriers", order = 14, description = "Ignore the barriers of the workload.")
    private boolean noBarriers;

    @Option(names = "--no-search", order = 15,
            description = "Do not search for the best schedule (the search handles up to 8 programs, not counting "
                    + "background programs).")
    private boolean noSearch;

    boolean ignoresBarriers() {
        return noBarriers;
    }

    long seed() {
        return seed;
    }

    /** Returns the request, after a check of the ranges of all options. */
    StudyRequest request() {
        return new StudyRequest(policies.stream().map(PolicyName::of).toList(), model,
                cpus == null ? null : (Integer) Range.whole("--cpu-count", cpus, 1, 4096),
                Range.time("--quantum", quantum, 1_000, MAX_NS) / 1e9,
                Range.time("--linux-quantum", linuxQuantum, 1_000, MAX_NS) / 1e9,
                Range.time("--switch-cost", switchCost, 0, MAX_NS) / 1e9,
                Range.time("--cold-cost", coldCost, 0, MAX_NS) / 1e9, Range.whole("--window-quanta", window, 1, 1000),
                byProfile, curve, seed, Range.whole("--seeds", seeds, 1, 1000), !noSearch);
    }
}
