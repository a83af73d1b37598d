package runbench.cli.schedule;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Option;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.process.CpuSet;
import runbench.cli.option.Range;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.cli.option.TypedQuantity.Nanos;
import runbench.measure.profile.SustainedTraffic;
import runbench.measure.schedule.AloneTimes;
import runbench.measure.schedule.LeftToKernel;
import runbench.measure.schedule.LiveRequest;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.SchedulingPolicy.PolicySettings;
import runbench.schedule.policy.SchedulingPolicy;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.result.SustainedRate;
import runbench.schedule.workload.Workload;

/** Options for policies and their limits. */
@OptionSection("Policies")
final class LivePolicyOptions {
    /** Seed of the order of the policies. */
    private static final long SEED = 1;
    private static final int MOST_REPETITIONS = 10_000;

    @Option(names = {"--policy", "--policies"}, split = ",", order = 1, paramLabel = "NAME",
            defaultValue = "quanta-window",
            description = "round-robin, latest-quantum, quanta-window, pbw, iabw, core-allocation, throttling, or "
                    + "none: the "
                    + "scheduler of the kernel (default: ${DEFAULT-VALUE}). Several, separated by commas, run "
                    + "alternately and are compared with the first.")
    private List<String> policies;

    @Option(names = "--repeat", order = 2, paramLabel = "N", defaultValue = "1",
            description = "Runs of each policy, in a random order for each repetition (default: ${DEFAULT-VALUE}).")
    private int repetitions;

    @Option(names = "--quantum", order = 4, paramLabel = "TIME", defaultValue = "200ms", converter = Nanos.class,
            description = "Time between two decisions, at least 100ms (default: ${DEFAULT-VALUE}).")
    private long quantum;

    @Option(names = "--cpus", order = 5, paramLabel = "LIST",
            description = "CPUs for the programs, such as 0-3,7 (default: the CPUs of this process).")
    private String cpus;

    @Option(names = "--sustained", order = 6, paramLabel = "RATE",
            description = "Sustained memory bandwidth, in the unit of the workload (default: as the workload "
                    + "states, else " + "the result of runbench bandwidth).")
    private Double sustained;

    @Option(names = "--alone", order = 7, paramLabel = "WHENCE", defaultValue = "measure",
            description = "Source of the run times alone: measure (each program runs alone first), profile, none, "
                    + "or the " + "folder of an earlier run (default: ${DEFAULT-VALUE}).")
    private String alone;

    @Option(names = "--signals", order = 8,
            description = "Stop programs with SIGSTOP even if the freezer of control groups is permitted.")
    private boolean signals;

    @Option(names = "--leave-running", order = 9,
            description = "If this command is interrupted or killed, its programs continue; without this option "
                    + "they end.")
    private boolean outlive;

    /** Returns the policies to run; the others are compared with the first. */
    List<String> policies() {
        Set<String> known = new LinkedHashSet<>(List.of(LeftToKernel.NAME));
        known.addAll(PolicyName.words());
        known.remove(PolicyName.LINUX.word());
        for (String p : policies) {
            if (p.equals(PolicyName.LINUX.word())) {
                throw RunbenchException.badInput("the policy linux exists in simulations only")
                        .remedy("--policy none leaves it to this machine's kernel");
            }
            if (!known.contains(p)) {
                throw RunbenchException.badInput("unknown policy '" + p + "'")
                        .remedy(NearestNames.didYouMean(p, known, "there are " + String.join(", ", known)));
            }
        }
        return policies.stream().distinct().toList();
    }

    static SchedulingPolicy policy(String name) {
        return name.equals(LeftToKernel.NAME) ? new LeftToKernel() : PolicyName.of(name).create(PolicySettings.USUAL);
    }

    /** Returns the name of a policy in charts. */
    static String label(String name) {
        return name.equals(LeftToKernel.NAME) ? "left to the kernel" : PolicyName.of(name).label();
    }

    private static boolean goesByTraffic(String policy) {
        return !policy.equals(LeftToKernel.NAME) && !policy.equals(PolicyName.ROUND_ROBIN.word());
    }

    /** Returns whether one of these policies needs the traffic of programs. */
    static boolean goByTraffic(List<String> policies) {
        return policies.stream().anyMatch(LivePolicyOptions::goesByTraffic);
    }

    /**
     * @param measured what was measured of this machine, which counts where nobody says more @param folder where output
     *     goes
     */
    LiveRequest request(Workload w, Supplier<Optional<SustainedTraffic>> measured, Path folder) {
        List<String> asking = policies().stream().filter(LivePolicyOptions::goesByTraffic).toList();
        SustainedRate most = sustained(w, measured, !asking.isEmpty());
        if (!most.known() && !asking.isEmpty()) {
            throw RunbenchException
                    .badInput("the sustained memory bandwidth, which " + asking.get(0) + " needs, is unknown")
                    .remedy("measure it once: runbench bandwidth --quick; or write sustained = 20e9 into the "
                            + "workload, or --sustained 20e9");
        }
        return new LiveRequest(w, quantum, cpus == null ? CpuSet.own() : CpuSet.chosen(cpus), most, outlive, signals,
                folder);
    }

    private SustainedRate sustained(Workload w, Supplier<Optional<SustainedTraffic>> measured, boolean needed) {
        if (sustained != null) {
            return new SustainedRate(Range.number("--sustained", sustained, 1e-9, 1e18, w.unit().label()),
                    SustainedRate.Source.GIVEN, "given by --sustained");
        }
        if (!Double.isNaN(w.machine().sustained())) {
            return new SustainedRate(w.machine().sustained(), SustainedRate.Source.WORKLOAD, "as the workload states");
        }
        try {
            return measured.get()
                    .map(m -> new SustainedRate(w.unit().of(m.rate(), TrafficUnit.BYTES_PER_SECOND),
                            SustainedRate.Source.MEASURED, m.from()))
                    .orElse(SustainedRate.UNKNOWN);
        } catch (RunbenchException e) {
            if (needed) {
                throw e;
            }
            return SustainedRate.UNKNOWN; // policies without bandwidth do not need the damaged file
        }
    }

    int repetitions() {
        return Range.whole("--repeat", repetitions, 1, MOST_REPETITIONS);
    }

    long seed() {
        return SEED;
    }

    /** Returns the source of run times alone; null: each program runs alone first. */
    AloneTimes alone(Workload w) {
        return switch (alone) {
            case "measure" -> null;
            case "none" -> AloneTimes.UNKNOWN;
            case "profile" -> ofProfiles(w);
            default -> AloneTimes.ofEarlier(Path.of(alone), w);
        };
    }

    private static AloneTimes ofProfiles(Workload w) {
        if (!AloneTimes.inProfiles(w)) {
            throw RunbenchException.badInput("--alone profile: not every program of '" + w.name() + "' has a profile")
                    .remedy("leave --alone out: each runs alone first");
        }
        return AloneTimes.ofProfiles(w);
    }
}
