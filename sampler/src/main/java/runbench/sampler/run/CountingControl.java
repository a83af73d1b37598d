package runbench.sampler.run;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import runbench.base.error.RunbenchException;

/**
 * The way in which the counters of a run are enabled and disabled: by lines with commands of other programs, as of
 * {@code perf stat --control}, or by regions of the program's event log.
 *
 * @param specification {@code fifo:PATH[,ACK]} or {@code fd:N[,M]}, descriptors of this process; null for regions
 * @param startsDisabled whether the program runs uncounted until the first command or region
 * @param regions names of the only counted regions; empty for commands
 */
public record CountingControl(String specification, boolean startsDisabled, List<String> regions) {
    private static final Pattern FORM = Pattern.compile("fifo:[^,]+(,[^,]+)?|fd:[0-9]{1,7}(,[0-9]{1,7})?");
    /** Length of all names that the event log accepts, bytes. */
    private static final int MAX_NAMES_BYTES = 4000;

    public CountingControl {
        regions = List.copyOf(regions);
    }

    /** @throws RunbenchException (bad input) the specification has neither form */
    public static CountingControl ofCommands(String specification, boolean startsDisabled) {
        if (!FORM.matcher(specification).matches()) {
            throw RunbenchException.badInput("--control '" + specification + "' cannot be read")
                    .remedy("write --control fifo:PATH[,ACK] or --control fd:N[,M]");
        }
        return new CountingControl(specification, startsDisabled, List.of());
    }

    /** @throws RunbenchException (bad input) a name is empty or has a line feed, or all are too long */
    public static CountingControl ofRegions(List<String> names) {
        boolean isWrong = names.stream().anyMatch(n -> n.isBlank() || n.contains("\n"));
        if (isWrong || String.join("\n", names).getBytes(StandardCharsets.UTF_8).length > MAX_NAMES_BYTES) {
            throw RunbenchException.badInput("--only-region '" + String.join(",", names) + "' names no region")
                    .remedy("write the name as in the program: --only-region solve");
        }
        return new CountingControl(null, true, names);
    }

    /** Adds the helper's options. */
    void addTo(List<String> argv) {
        if (!regions.isEmpty()) {
            argv.addAll(List.of("--only-regions", String.join("\n", regions)));
            return;
        }
        argv.addAll(List.of("--counting", specification));
        if (startsDisabled) {
            argv.add("--disabled");
        }
    }
}
