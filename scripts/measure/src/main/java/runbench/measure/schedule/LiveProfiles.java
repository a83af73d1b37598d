package runbench.measure.schedule;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import runbench.catalogue.NamedRun;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;

/** Adds kept bandwidth profiles to a workload. */
public final class LiveProfiles {
    private LiveProfiles() {
    }

    /**
     * Returns the workload with profiles for the benchmarks that have none.
     *
     * @param profiles returns the profile of a name such as {@code 470.lbm} or {@code 470.lbm:tiny}; empty if there is
     *     none
     */
    public static Workload known(Workload w, LiveBenches benches,
            Function<String, Optional<BandwidthProfile>> profiles) {
        return new Workload(w.name(), w.unit(), w.machine(),
                w.programs()
                        .stream()
                        .map(p -> p.profile().isPresent() || p.benchmark().isEmpty() ? p
                                : profile(p, benches, profiles).map(f -> with(p, f.in(w.unit()))).orElse(p))
                        .toList());
    }

    private static Optional<BandwidthProfile> profile(WorkloadProgram p, LiveBenches benches,
            Function<String, Optional<BandwidthProfile>> profiles) {
        return profiles.apply(NamedRun.find(p.benchmark().orElseThrow(), benches.catalogue()).name(benches.options()));
    }

    private static WorkloadProgram with(WorkloadProgram p, BandwidthProfile profile) {
        return new WorkloadProgram(p.name(), p.threads(), Optional.of(profile), p.command(), p.benchmark(),
                p.arrivalSeconds(), p.background(), p.barrierSeconds());
    }

    /**
     * Returns the names of programs whose traffic is unknown, because they have no profile and this machine cannot
     * count it.
     */
    public static List<String> unknown(Workload w, TrafficMeter meter) {
        return meter.events().isEmpty()
                ? w.programs().stream().filter(p -> p.profile().isEmpty()).map(WorkloadProgram::name).toList()
                : List.of();
    }
}
