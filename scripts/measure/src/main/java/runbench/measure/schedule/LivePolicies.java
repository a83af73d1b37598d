package runbench.measure.schedule;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.schedule.policy.Candidates;
import runbench.schedule.policy.Decision;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.SchedulingPolicy;
import runbench.schedule.policy.SchedulingPolicy.PolicySettings;

/**
 * The policies of live runs; the others are compared with the first.
 *
 * @param names names without duplicates, at least one
 */
public record LivePolicies(List<String> names) {
    /** Name of the policy that leaves all decisions to the kernel. */
    public static final String KERNEL = "none";

    /** @throws RunbenchException (bad input) a policy is unknown or exists in simulations only */
    public LivePolicies {
        Set<String> known = new LinkedHashSet<>(List.of(KERNEL));
        known.addAll(PolicyName.words());
        known.remove(PolicyName.LINUX.word());
        for (String name : names) {
            if (name.equals(PolicyName.LINUX.word())) {
                throw RunbenchException.badInput("the policy linux exists in simulations only")
                        .remedy("--policy " + KERNEL + " uses the scheduler of this machine's kernel");
            }
            if (!known.contains(name)) {
                throw RunbenchException.badInput("unknown policy '" + name + "'")
                        .remedy(NearestNames.didYouMean(name, known, "there are " + String.join(", ", known)));
            }
        }
        names = names.stream().distinct().toList();
    }

    /** Returns the first policy that needs the traffic of programs; empty if none does. */
    Optional<String> firstByTraffic() {
        return names.stream().filter(p -> !p.equals(KERNEL) && !p.equals(PolicyName.ROUND_ROBIN.word())).findFirst();
    }

    /** Creates a policy for one run. */
    static SchedulingPolicy create(String name) {
        return name.equals(KERNEL) ? new LeftToKernel() : PolicyName.of(name).create(PolicySettings.USUAL);
    }

    /** Returns the name of a policy in charts. */
    static String label(String name) {
        return name.equals(KERNEL) ? "left to the kernel" : PolicyName.of(name).label();
    }

    /** A policy under which all programs run at all times and the kernel schedules them: the baseline. */
    static final class LeftToKernel implements SchedulingPolicy {
        @Override
        public String name() {
            return KERNEL;
        }

        @Override
        public void decide(Candidates candidates, Decision decision) {
            for (int i = 0; i < candidates.count(); i++) {
                decision.run(candidates.program(i), candidates.cpus());
            }
        }
    }
}
