package runbench.sampler.run;

import java.util.regex.Pattern;
import runbench.base.error.RunbenchException;

/**
 * The way in which other programs enable and disable the counters of a run: lines with commands on a FIFO or a
 * descriptor, as of {@code perf stat --control}.
 *
 * @param specification {@code fifo:PATH[,ACK]} or {@code fd:N[,M]}, descriptors of this process
 * @param startsDisabled whether the program runs uncounted until the first command
 */
public record CountingControl(String specification, boolean startsDisabled) {
    private static final Pattern FORM = Pattern.compile("fifo:[^,]+(,[^,]+)?|fd:[0-9]{1,7}(,[0-9]{1,7})?");

    /** @throws RunbenchException (bad input) the specification has neither form */
    public CountingControl {
        if (!FORM.matcher(specification).matches()) {
            throw RunbenchException.badInput("--control '" + specification + "' cannot be read")
                    .remedy("write --control fifo:PATH[,ACK] or --control fd:N[,M]");
        }
    }
}
