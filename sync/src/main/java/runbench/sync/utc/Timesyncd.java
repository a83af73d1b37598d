package runbench.sync.utc;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.quantity.Durations;

/** Parses the output of {@code timedatectl timesync-status} of systemd-timesyncd. */
final class Timesyncd {
    private static final Pattern LINE = Pattern.compile("\\s*([A-Z][A-Za-z ]*): (.*)");

    private Timesyncd() {
    }

    /**
     * Returns the reading.
     *
     * @param text output of timedatectl
     * @param realtimeNanos time of the reading by the system clock, ns
     * @param kernel reading of the kernel, which corrects the clock for timesyncd and knows the growth of the bound
     *     since the last packet
     */
    static UtcReading read(String text, long realtimeNanos, UtcReading kernel) {
        Map<String, String> values = new HashMap<>();
        for (String line : text.split("\n")) {
            Matcher m = LINE.matcher(line);
            if (m.matches()) {
                values.putIfAbsent(m.group(1).toLowerCase(Locale.ROOT), m.group(2).strip());
            }
        }
        if (!values.containsKey("server")) {
            throw new NumberFormatException("no line 'Server:'");
        }
        if (!values.containsKey("offset") || !values.containsKey("root distance") || !kernel.synchronised()) {
            return UtcReading.unsynchronised("timesyncd",
                    "systemd-timesyncd has not set the clock by " + values.get("server") + " yet", realtimeNanos);
        }
        double bound = span(values.get("root distance")) + Math.abs(span(values.getOrDefault("delay", "0s"))) / 2
                + kernel.boundNanos();
        double err = Math.hypot(span(values.getOrDefault("jitter", "0s")), kernel.errNanos());
        return new UtcReading("timesyncd", true, "systemd-timesyncd follows " + values.get("server"), realtimeNanos,
                kernel.aheadNanos(), Math.min(bound, err), bound, 0,
                Integer.parseInt(values.getOrDefault("stratum", "0")), values.getOrDefault("reference", ""));
    }

    /**
     * Parses a duration as systemd prints it: {@code +1min 2.5s}, {@code -813us}, {@code 33.691ms (max: 5s)}.
     *
     * @return duration, ns
     */
    static double span(String text) {
        String span = text.replaceAll("\\(.*", "").strip();
        boolean signed = span.startsWith("-") || span.startsWith("+");
        String length = signed ? span.substring(1) : span;
        double nanos = length.equals("0") ? 0
                : Durations.parseSum(length)
                        .orElseThrow(() -> new NumberFormatException("'" + text + "' is no span of time"))
                        .doubleValue();
        return span.startsWith("-") ? -nanos : nanos;
    }
}
