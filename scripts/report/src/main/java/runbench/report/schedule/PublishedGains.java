package runbench.report.schedule;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.workload.BuiltInWorkloads;
import runbench.schedule.workload.DrawnWorkloads;

/**
 * Gains of policies over the native scheduler as published, in percent. Sets A, B and C: Antonopoulos, Nikolopoulos,
 * Papatheodorou, Scheduling Algorithms with Bus Bandwidth Considerations for SMPs (2003), figures 3 to 5, response
 * time. Random groups: Xu, Wu, Yew, On Mitigating Memory Bandwidth Contention through Bandwidth-Aware Scheduling
 * (2010), figures 8 to 10.
 *
 * @param least minimum; NaN if not published
 * @param mean mean over the applications or workloads
 * @param most maximum; NaN if not published
 * @param worse number of applications with a loss; negative if not published
 */
public record PublishedGains(double least, double mean, double most, int worse) {
    private static final double UNPUBLISHED = Double.NaN;
    private static final String LQ = PolicyName.LATEST_QUANTUM.word();
    private static final String QW = PolicyName.QUANTA_WINDOW.word();
    private static final Map<String, Map<String, PublishedGains>> ALL = Map.of(BuiltInWorkloads.SET_A,
            Map.of(LQ, new PublishedGains(4, 41, 68, 0), QW, new PublishedGains(2, 31, 53, 0)), BuiltInWorkloads.SET_B,
            Map.of(LQ, new PublishedGains(-19, 13, 60, 3), QW, new PublishedGains(-1, 21, 64, 1)),
            BuiltInWorkloads.SET_C,
            Map.of(LQ, new PublishedGains(-7, 26, UNPUBLISHED, 1), QW, new PublishedGains(-5, 25, UNPUBLISHED, 2)),
            DrawnWorkloads.Group.SPEC.word(),
            Map.of(PolicyName.PBW.word(), new PublishedGains(UNPUBLISHED, -1.4, UNPUBLISHED, -1),
                    PolicyName.IABW.word(), new PublishedGains(-1.8, 3.4, UNPUBLISHED, -1)),
            DrawnWorkloads.Group.NPB.word(),
            Map.of(PolicyName.PBW.word(), new PublishedGains(UNPUBLISHED, 1.1, UNPUBLISHED, -1), PolicyName.IABW.word(),
                    new PublishedGains(-1.8, 4.9, UNPUBLISHED, -1)));

    /**
     * Finds the gains.
     *
     * @param asked name of the set of workloads as typed
     * @param policy name of the policy
     */
    static Optional<PublishedGains> of(String asked, String policy) {
        return Optional.ofNullable(ALL.getOrDefault(asked, Map.of()).get(policy));
    }

    static boolean known(String asked) {
        return ALL.containsKey(asked);
    }

    /** Returns the mean gains of each policy of a set, in one line. */
    static String words(String asked) {
        return String.join(", ", List.of(PolicyName.values())
                .stream()
                .filter(p -> of(asked, p.word()).isPresent())
                .map(p -> p.label() + " " + ScheduleText.number(of(asked, p.word()).orElseThrow().mean()) + " %")
                .toList());
    }
}
