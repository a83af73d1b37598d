package runbench.sampler.events;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An event's encoding on a set of CPUs.
 *
 * @param encoding the encoding on these CPUs
 * @param cpus CPUs in the kernel's list format ({@code 0-7,16}); empty for all CPUs
 * @param wide true if the event counts a whole socket, independent of the running tasks, and so cannot follow a program
 */
public record Placement(Encoding encoding, String cpus, boolean wide) {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");

    public Placement {
        Objects.requireNonNull(encoding);
        Objects.requireNonNull(cpus);
    }

    /** Returns the first CPU of the list, or empty if all CPUs count the event. */
    public OptionalInt firstCpu() {
        Matcher m = NUMBER.matcher(cpus);
        return m.lookingAt() ? OptionalInt.of(Integer.parseInt(m.group())) : OptionalInt.empty();
    }

    /** Returns a placement with this encoding on all CPUs. */
    static Placement anywhere(Encoding encoding) {
        return new Placement(encoding, "", false);
    }
}
