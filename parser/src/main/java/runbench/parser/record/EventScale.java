package runbench.parser.record;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one count of an event stands for, where the kernel gives a scale: 2.3283064365386962890625e-10 Joules.
 *
 * @param factor 1 where counts are counts
 * @param unit of count times factor; plural
 */
public record EventScale(double factor, String unit) {
    private static final Pattern SCALED = Pattern.compile("([0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?) +(\\S.*)");

    /** @param unit as recorded */
    static EventScale of(String unit) {
        Matcher m = SCALED.matcher(unit);
        if (!m.matches()) {
            return new EventScale(1, unit);
        }
        double factor = Double.parseDouble(m.group(1));
        return switch (m.group(2)) {
            case "Joules" -> new EventScale(factor, "J");
            case "MiB" -> new EventScale(factor * (1 << 20), "B");
            default -> new EventScale(factor, m.group(2));
        };
    }

    /** Of what happens in a second. */
    public String perSecond() {
        return unit.equals("J") ? "W" : unit + "/s";
    }
}
