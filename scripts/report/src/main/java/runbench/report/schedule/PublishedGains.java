package runbench.report.schedule;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.workload.BuiltInWorkloads;
import runbench.schedule.workload.DrawnWorkloads;

/**
 * What publications say their policies gained beside the native scheduler, in percent. Sets A, B and C: Antonopoulos,
 * Nikolopoulos, Papatheodorou, Scheduling Algorithms with Bus Bandwidth Considerations for SMPs (2003), figures 3 to 5,
 * response time. Drawn groups: Xu, Wu, Yew, On Mitigating Memory Bandwidth Contention through Bandwidth-Aware
 * Scheduling (2010), figures 8 to 10.
 *
 * @param least NaN where not given
 * @param mean of the applications or workloads
 * @param most NaN where not given
 * @param worse applications that lost; negative where not given
 */
public record PublishedGains(double least, double mean, double most, int worse) {
    private static final double NONE = Double.NaN;
    private static final String LQ = PolicyName.LATEST_QUANTUM.word();
    private static final String QW = PolicyName.QUANTA_WINDOW.word();
    private static final Map<String, Map<String, PublishedGains>> ALL = Map.of(BuiltInWorkloads.SET_A,
            Map.of(LQ, new PublishedGains(4, 41, 68, 0), QW, new PublishedGains(2, 31, 53, 0)), BuiltInWorkloads.SET_B,
            Map.of(LQ, new PublishedGains(-19, 13, 60, 3), QW, new PublishedGains(-1, 21, 64, 1)),
            BuiltInWorkloads.SET_C,
            Map.of(LQ, new PublishedGains(-7, 26, NONE, 1), QW, new PublishedGains(-5, 25, NONE, 2)),
            DrawnWorkloads.Group.SPEC.word(),
            Map.of(PolicyName.PBW.word(), new PublishedGains(NONE, -1.4, NONE, -1), PolicyName.IABW.word(),
                    new PublishedGains(-1.8, 3.4, NONE, -1)),
            DrawnWorkloads.Group.NPB.word(), Map.of(PolicyName.PBW.word(), new PublishedGains(NONE, 1.1, NONE, -1),
                    PolicyName.IABW.word(), new PublishedGains(-1.8, 4.9, NONE, -1)));

    /** @param asked the name under which the workloads were asked for */
    static Optional<PublishedGains> of(String asked, String policy) {
        return Optional.ofNullable(ALL.getOrDefault(asked, Map.of()).get(policy));
    }

    static boolean known(String asked) {
        return ALL.containsKey(asked);
    }

    /** Figures for each policy of a set, in a line. */
    static String words(String asked) {
        return String.join(", ", List.of(PolicyName.values())
                .stream()
                .filter(p -> of(asked, p.word()).isPresent())
                .map(p -> p.label() + " " + ScheduleText.number(of(asked, p.word()).orElseThrow().mean()) + " %")
                .toList());
    }
}
