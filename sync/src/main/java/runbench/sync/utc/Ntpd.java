package runbench.sync.utc;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the output of {@code ntpq -c rv} of ntpd and ntpsec: the system variables, {@code name=value} with commas;
 * times in ms.
 */
final class Ntpd {
    private static final Pattern VARIABLE = Pattern.compile("([A-Za-z_]+)=(\"[^\"]*\"|[^,\\s]*)");
    private static final int UNSYNCHRONISED = 16;
    private static final Pattern OWN_CLOCK = Pattern
            .compile("\\.?(LOCAL|LOCL|INIT|STEP)(\\(\\d+\\))?\\.?|127\\.127\\.1\\.\\d+", Pattern.CASE_INSENSITIVE);

    private Ntpd() {
    }

    /**
     * Returns the reading.
     *
     * @param text output of ntpq
     * @param realtimeNanos time of the reading by the system clock, ns
     * @param disciplined whether the kernel reports a disciplined clock; then an unknown part of the last offset is
     *     already corrected
     */
    static UtcReading read(String text, long realtimeNanos, boolean disciplined) {
        Map<String, String> variables = new HashMap<>();
        Matcher m = VARIABLE.matcher(text);
        while (m.find()) {
            variables.putIfAbsent(m.group(1), m.group(2));
        }
        if (!variables.containsKey("stratum")) {
            throw new NumberFormatException("no variable 'stratum'");
        }
        int stratum = Integer.parseInt(variables.get("stratum"));
        String refid = variables.getOrDefault("refid", "").replace("\"", "");
        String leap = variables.getOrDefault("leap", "");
        if (stratum >= UNSYNCHRONISED || leap.equals("11") || leap.equals("3") || text.contains("leap_alarm")) {
            return UtcReading.unsynchronised("ntpd", "ntpd is not synchronised", realtimeNanos);
        }
        if (OWN_CLOCK.matcher(refid).matches()) {
            return UtcReading.unsynchronised("ntpd", "ntpd follows its own clock (" + refid + "), not UTC",
                    realtimeNanos);
        }
        // Positive: the sources are ahead of this clock.
        double offset = millis(variables, "offset");
        double left = disciplined ? Math.abs(offset) : 0;
        double jitter = Math.hypot(millis(variables, "sys_jitter"), millis(variables, "clk_jitter"));
        double bound = millis(variables, "rootdelay") / 2 + millis(variables, "rootdisp") + left;
        return new UtcReading("ntpd", true, "ntpd follows " + refid, realtimeNanos, disciplined ? 0 : -offset,
                Math.min(bound, Math.hypot(jitter, left)), bound, 0, stratum, refid);
    }

    private static double millis(Map<String, String> variables, String name) {
        if (!variables.containsKey(name)) {
            throw new NumberFormatException("no variable '" + name + "'");
        }
        return Double.parseDouble(variables.get(name)) * 1e6;
    }
}
