package runbench.report.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.simulate.ScheduleStudy.PolicySummary;
import runbench.schedule.simulate.ScheduleStudy;
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
    /** The barriers that the built-in sets assume, as {@link ScheduleStudy#barriers} describes them. */
    static final String DEFAULT_BARRIERS = "every 1 ms in all programs";
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

    /**
     * Returns the agreement of a study with the publication: differing signs and orders of the mean gains, other
     * differences, and the assumption under which signs and orders agree.
     *
     * @param asked name of the set of workloads as typed
     * @return lines; empty without a publication or without its policies
     */
    static List<String> comparison(String asked, ScheduleStudy study) {
        boolean makespan = DrawnWorkloads.Group.of(asked).isPresent();
        List<Mean> means = study.summaries()
                .stream()
                .filter(s -> of(asked, s.policy()).isPresent())
                .map(s -> new Mean(s, percent(makespan ? s.makespanMean() : s.mean()),
                        of(asked, s.policy()).orElseThrow()))
                .toList();
        if (means.isEmpty()) {
            return List.of();
        }
        List<String> differing = new ArrayList<>();
        means.stream()
                .filter(m -> Math.signum(m.simulated) != Math.signum(m.published.mean))
                .forEach(m -> differing.add("sign of " + m.words()));
        for (int i = 0; i < means.size(); i++) {
            for (Mean other : means.subList(i + 1, means.size())) {
                Mean one = means.get(i);
                if (Double.compare(one.simulated, other.simulated) != Double.compare(one.published.mean,
                        other.published.mean)) {
                    differing.add("order of " + one.words() + " and " + other.words());
                }
            }
        }
        String quantity = makespan ? "mean makespan saved" : "mean turnaround saved";
        List<String> lines = new ArrayList<>();
        lines.add(differing.isEmpty() ? "published signs and order of the " + quantity + ": reproduced"
                : "differs from the publication (" + quantity + "): " + String.join("; ", differing));
        List<String> others = new ArrayList<>();
        means.stream().filter(Mean::differsInSize).forEach(m -> others.add("size of " + m.words()));
        means.stream()
                .filter(Mean::differsInLosses)
                .forEach(m -> others.add("applications that lose under " + m.summary.policy() + " (simulated "
                        + m.summary.worse() + ", published " + m.published.worse + ")"));
        if (!others.isEmpty()) {
            lines.add("also differs: " + String.join("; ", others));
        }
        lines.add(makespan
                ? "The traffic of the published workloads is unknown; no tested assumption reproduces the"
                        + " published gains (docs/explanation/schedule-model.md)."
                : differing.isEmpty()
                        ? "Assumed, not published: barriers " + study.barriers()
                                + ". Without barriers (--no-barriers) signs and order differ in some sets."
                        : "Signs and order agree in sets A, B and C under the default assumption: barriers "
                                + DEFAULT_BARRIERS + ", and no other changed option. This simulation: barriers "
                                + study.barriers() + ".");
        return lines;
    }

    /** Returns a share in percent, rounded as in the table. */
    private static double percent(double share) {
        return Math.rint(share * 1000) / 10 + 0.0;
    }

    /** The mean gain of one policy, %. */
    private record Mean(PolicySummary summary, double simulated, PublishedGains published) {
        String words() {
            return String.format(Locale.ROOT, "%s (simulated %.1f %%, published %s %%)", summary.policy(), simulated,
                    ScheduleText.number(published.mean));
        }

        /** Returns whether the gains have one sign, and one is more than twice the other. */
        boolean differsInSize() {
            double ratio = simulated / published.mean;
            return ratio > 2 || ratio > 0 && ratio < 0.5;
        }

        boolean differsInLosses() {
            return published.worse >= 0 && summary.worse() != published.worse;
        }
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
