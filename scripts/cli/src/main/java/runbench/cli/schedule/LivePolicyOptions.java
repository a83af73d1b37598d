package runbench.cli.schedule;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import runbench.base.quantity.Range;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.measure.schedule.LivePolicies;
import runbench.measure.schedule.LiveSchedule;

/** Options for policies and their limits. */
@OptionSection("Policies")
final class LivePolicyOptions {
    private static final int MAX_REPETITIONS = 10_000;

    @Option(names = "--policy", split = ",", order = 1, paramLabel = "NAME", defaultValue = "quanta-window",
            description = "round-robin, latest-quantum, quanta-window, pbw, iabw, core-allocation, throttling, or "
                    + "none: the "
                    + "scheduler of the kernel (default: ${DEFAULT-VALUE}). Several, separated by commas, run "
                    + "alternately and are compared with the first.")
    private List<String> policies;

    @Option(names = {"-n", "--repetitions"}, order = 2, paramLabel = "N", defaultValue = "1",
            description = "Runs of each policy, in a random order for each repetition (default: ${DEFAULT-VALUE}).")
    private int repetitions;

    @Option(names = "--quantum", order = 4, paramLabel = "TIME", defaultValue = "200ms",
            converter = NanosOrSeconds.class,
            description = "Time between two decisions, at least 100ms (default: ${DEFAULT-VALUE}).")
    private long quantum;

    @Option(names = "--cpus", order = 5, paramLabel = "LIST",
            description = "CPUs for the programs, such as 0-3,7 (default: the CPUs of this process).")
    private String cpus;

    @Option(names = "--sustained", order = 6, paramLabel = "RATE",
            description = "Sustained memory bandwidth, in the unit of the workload (default: as the workload "
                    + "states, else the result of runbench machine bandwidth).")
    private Double sustained;

    @Option(names = "--alone", order = 7, paramLabel = "WHENCE", defaultValue = "measure",
            description = "Source of the run times alone: measure (each program runs alone first), profile, none, "
                    + "or the folder of an earlier run (default: ${DEFAULT-VALUE}).")
    private String alone;

    @Option(names = "--signals", order = 8,
            description = "Stop programs with SIGSTOP even if the freezer of control groups is permitted.")
    private boolean signals;

    @Option(names = "--leave-running", order = 9,
            description = "If this command is interrupted or killed, its programs continue; without this option "
                    + "they end.")
    private boolean outlive;

    /**
     * Returns the settings, after a check of the ranges of all options.
     *
     * @param file workload file
     * @param folder folder of the results; null: the default
     */
    LiveSchedule.Settings settings(Path file, Path folder) {
        return new LiveSchedule.Settings(file, new LivePolicies(policies),
                Range.whole("--repetitions", repetitions, 1, MAX_REPETITIONS), quantum, cpus,
                sustained == null ? null
                        : (Double) Range.number("--sustained", sustained, 1e-9, 1e18, "in the unit of the workload"),
                alone, signals, outlive, folder);
    }
}
