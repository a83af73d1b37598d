package runbench.sampler.events.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The bit positions of a term, such as {@code config:0-7,32-35} in a PMU's {@code format} folder (Documentation/ABI/
 * testing/sysfs-bus-event_source-devices-format).
 *
 * @param word 0 {@code config}, 1 {@code config1}, 2 {@code config2}
 * @param bits destination of the value's bits, least significant first
 */
public record PmuFormat(int word, List<Integer> bits) {
    private static final Pattern LINE = Pattern.compile("config([12]?):([0-9,\\- ]+)");

    static Optional<PmuFormat> parse(String text) {
        Matcher m = LINE.matcher(text.strip());
        if (!m.matches()) {
            return Optional.empty();
        }
        List<Integer> bits = new ArrayList<>();
        try {
            for (String part : m.group(2).split(",")) {
                String[] ends = part.strip().split("-");
                int from = Integer.parseInt(ends[0].strip());
                int to = Integer.parseInt(ends[ends.length - 1].strip());
                for (int bit = from; bit <= to && bit < 64; bit++) {
                    bits.add(bit);
                }
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return Optional.empty();
        }
        if (bits.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new PmuFormat(m.group(1).isEmpty() ? 0 : Integer.parseInt(m.group(1)), bits));
    }

    /** Returns true if the value fits into the term's bits. */
public boolean holds(long value) {
        return bits.size() >= 64 || value >>> bits.size() == 0;
    }

    /** Returns the value's bits at their positions in the word. */
    public long place(long value) {
        long placed = 0;
        for (int i = 0; i < bits.size(); i++) {
            placed |= (value >>> i & 1) << bits.get(i);
        }
        return placed;
    }

    /** Returns a mask of the term's bits in the word. */
public long mask() { return place(-1);
    }

    /** Returns the largest value that fits, unsigned. */
    public long limit() {
        return bits.size() >= 64 ? -1 : (1L << bits.size()) - 1;
    }
}
