package runbench.sampler.events;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What to open for an event on some of the CPUs.
 *
 * @param cpus CPUs that count it, as the kernel lists them ({@code 0-7,16}); empty: all
 * @param wide it counts for a whole socket, whoever runs there, and so cannot follow a program
 */
public record Placement(Encoding encoding, String cpus, boolean wide) {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");

    public Placement {
        Objects.requireNonNull(encoding);
        Objects.requireNonNull(cpus);
    }

    /** The first CPU that counts it; empty where all do. */
    public OptionalInt firstCpu() {
        Matcher m = NUMBER.matcher(cpus);
        return m.lookingAt() ? OptionalInt.of(Integer.parseInt(m.group())) : OptionalInt.empty();
    }

    /** The same on all CPUs. */
    static Placement anywhere(Encoding encoding) {
        return new Placement(encoding, "", false);
    }
}
