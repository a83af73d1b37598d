package runbench.sampler.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;

/**
 * The number of hardware counters that work simultaneously. Some virtual machines offer counters that stop counting
 * when all are in use, although their running time equals the enabled time.
 *
 * @param offered number of counters that the kernel accepts in one group
 * @param agree largest number of counters with equal counts of the same work
 */
public record CounterAgreement(int offered, int agree) {
    /**
     * Counts a known loop on 1, 2, 3 ... counters, which takes some milliseconds.
     *
     * @param helper path of the helper, built or not
     * @return the numbers, or empty if there are no hardware counters or the helper cannot run
     */
    public static Optional<CounterAgreement> ask(Path helper) {
        if (!Files.isExecutable(helper)) {
            return Optional.empty();
        }
        try {
            Fields answer = Helper.ask(List.of(helper.toString(), "--counters"));
            return Optional.of(new CounterAgreement((int) answer.number("offered"), (int) answer.number("agree")))
                    .filter(a -> a.offered > 0);
        } catch (RunbenchException e) {
            return Optional.empty();
        }
    }

    /** Returns true if all offered counters work simultaneously. */
    public boolean all() {
        return agree >= offered;
    }

    /** Returns a readable text, such as "5 of 6 hardware counters count at the same time". */
    public String words() {
        return (all() ? String.valueOf(agree) : agree + " of " + offered) + " hardware counter"
                + (offered == 1 ? " counts" : "s count at the same time");
    }
}
