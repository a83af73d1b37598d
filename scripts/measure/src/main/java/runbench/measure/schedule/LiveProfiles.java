package runbench.measure.schedule;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import runbench.catalogue.NamedRun;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;

/** What is known of the traffic of a workload's programs before they run. */
public final class LiveProfiles {
    private LiveProfiles() {
    }

    /**
     * The workload with the profiles of those benchmarks that it gives none.
     *
     * @param profiles by name, as {@code 470.lbm} or {@code 470.lbm:tiny}; empty where there is none
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

    /** Whose traffic nobody will know, by their names, where this machine cannot count it. */
    public static List<String> unknown(Workload w, TrafficMeter meter) {
        return meter.events().isEmpty()
                ? w.programs().stream().filter(p -> p.profile().isEmpty()).map(WorkloadProgram::name).toList()
                : List.of();
    }
}
