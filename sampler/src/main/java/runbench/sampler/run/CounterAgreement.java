package runbench.sampler.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;

/**
 * How many hardware counters count when they are in use at the same time. Virtual machines offer counters that stand
 * still when all are in use, and say that they counted all the time.
 *
 * @param offered counters that the kernel takes into one group
 * @param agree of these, how many count the same over the same work
 */
public record CounterAgreement(int offered, int agree) {
    /**
     * Counts a known loop on 1, 2, 3 ... counters; takes some milliseconds.
     *
     * @param helper where the helper belongs, built or not
     * @return empty where there are no hardware counters, or nobody can tell
     */
    public static Optional<CounterAgreement> ask(Path helper) {
        if (!Files.isExecutable(helper)) {
            return Optional.empty();
        }
        try {
            Fields answer = HelperQuestion.ask(List.of(helper.toString(), "--counters"));
            return Optional.of(new CounterAgreement((int) answer.number("offered"), (int) answer.number("agree")))
                    .filter(a -> a.offered > 0);
        } catch (RunbenchException e) {
            return Optional.empty();
        }
    }

    /** False where fewer count than are offered. */
    public boolean all() {
        return agree >= offered;
    }

    /** For people: "5 of 6 hardware counters count at the same time". */
    public String words() {
        return (all() ? String.valueOf(agree) : agree + " of " + offered) + " hardware counter"
                + (offered == 1 ? " counts" : "s count at the same time");
    }
}
