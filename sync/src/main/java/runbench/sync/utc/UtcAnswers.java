package runbench.sync.utc;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.quantity.Durations;

/**
 * The answers of the reference's time services at the end of a window, the most informative synchronised one first.
 * chrony knows its own error best, then ntpd, then systemd-timesyncd. The kernel (adjtimex(2)) only has the values that
 * one of them set.
 *
 * @param readings readings of the services that answered
 * @param otherwise reasons why the others did not, one line each
 */
public record UtcAnswers(List<UtcReading> readings, List<String> otherwise) {
    private static final List<String> PREFERENCE = List.of("chrony", "ntpd", "timesyncd", "kernel");

    /** Returns the answers in {@code external} of a recording, or those of {@link UtcServices}. */
    public static UtcAnswers of(JsonNode external) {
        UtcReading kernel = kernel(external);
        List<UtcReading> readings = new ArrayList<>(List.of(kernel));
        List<String> otherwise = new ArrayList<>();
        for (JsonNode reply : external.path("told")) {
            String service = reply.path("service").asText();
            String text = reply.path("text").asText();
            long when = reply.path("realtime_ns").asLong();
            if (reply.path("status").asInt(-1) != 0) {
                otherwise.add(service + ": "
                        + (text.isBlank() ? "no answer in time" : text.strip().lines().findFirst().orElse("")));
                continue;
            }
            try {
                readings.add(switch (service) {
                    case "chrony" -> Chrony.read(text, when, external.path("rate_correction_ppm").asDouble());
                    case "ntpd" -> Ntpd.read(text, when, kernel.synchronised());
                    case "timesyncd" -> Timesyncd.read(text, when, kernel);
                    default -> throw new NumberFormatException("no service of that name is known");
                });
            } catch (NumberFormatException e) {
                otherwise.add(service + ": its answer is not understood (" + e.getMessage() + "): "
                        + text.strip().lines().findFirst().orElse("empty"));
            }
        }
        readings.sort(
                java.util.Comparator.comparingInt(r -> (r.synchronised() ? 0 : 10) + PREFERENCE.indexOf(r.service())));
        return new UtcAnswers(List.copyOf(readings), List.copyOf(otherwise));
    }

    private static UtcReading kernel(JsonNode external) {
        JsonNode end = external.path("beside_realtime").path(1);
        // The remaining slew will be added to the system clock, which is behind UTC by this amount.
        double ahead = -external.path("to_be_slewed_ns").asDouble();
        boolean kept = external.path("synchronised").asBoolean();
        return new UtcReading("kernel", kept,
                kept ? "a time service synchronises the kernel's clock"
                        : "no time service synchronises the kernel's clock",
                end.path("realtime_ns").asLong(), ahead, external.path("estimated_error_ns").asDouble(),
                external.path("maximum_error_ns").asDouble(), 0, 0, "");
    }

    /** Returns the best reading; it is not synchronised if none is. */
    public UtcReading best() {
        return readings.get(0);
    }

    /** Returns the reasons of all services why there is no UTC. */
    public String reasons() {
        List<String> all = new ArrayList<>();
        readings.forEach(r -> all.add(r.service() + ": " + r.state()));
        all.addAll(otherwise);
        return String.join("; ", all);
    }

    /**
     * The offset of the system clock (CLOCK_REALTIME) from UTC, as one time service claims it.
     *
     * @param service chrony, ntpd, timesyncd or kernel
     * @param synchronised whether the service claims to follow UTC; otherwise the errors are undefined
     * @param state the service's source, or the reason why it has none
     * @param realtimeNanos time of the reading by the system clock, ns
     * @param aheadNanos system clock minus UTC, ns
     * @param errNanos the service's estimated standard error, ns
     * @param boundNanos the service's bound of the error, ns
     * @param rate system clock against UTC, ns per ns; 0 if the service corrects it or the value is unknown
     * @param stratum hops from a reference clock; 0 if unknown
     * @param referenceId the service's source as it names it; empty if unknown
     */
    public record UtcReading(String service, boolean synchronised, String state, long realtimeNanos, double aheadNanos,
            double errNanos, double boundNanos, double rate, int stratum, String referenceId) {

        /** Returns the reading of a service that answers, but has no source. */
        static UtcReading unsynchronised(String service, String why, long realtimeNanos) {
            return new UtcReading(service, false, why, realtimeNanos, 0, Double.POSITIVE_INFINITY,
                    Double.POSITIVE_INFINITY, 0, 0, "");
        }
    }

    /**
     * Parses the output of {@code chronyc -c tracking}: comma-separated values in the order of chronyc(1), "tracking".
     */
    private static final class Chrony {
        private static final int REFERENCE_ID = 0;
        private static final int NAME = 1;
        private static final int STRATUM = 2;
        private static final int SYSTEM_TIME = 4;
        private static final int LAST_OFFSET = 5;
        private static final int RMS_OFFSET = 6;
        private static final int FREQUENCY = 7;
        private static final int SKEW = 9;
        private static final int ROOT_DELAY = 10;
        private static final int ROOT_DISPERSION = 11;
        private static final int LEAP = 13;
        /** Reference id of a daemon that serves its own clock ("local"). */
        private static final String OWN_CLOCK = "7F7F0101";

        private Chrony() {
        }

        /**
         * Returns the reading.
         *
         * @param text output of chronyc
         * @param realtimeNanos time of the reading by the system clock, ns
         * @param correctionPpm the kernel's correction of the clock's rate, ppm; a chronyd without permission to steer
         *     (-x) only observes it
         * @throws NumberFormatException if a value is not a number
         */
        static UtcReading read(String text, long realtimeNanos, double correctionPpm) {
            String[] field = text.strip().split(",", -1);
            if (field.length <= LEAP) {
                throw new NumberFormatException("expected 14 values with commas, got " + field.length);
            }
            if (field[LEAP].toLowerCase(Locale.ROOT).startsWith("not")) {
                return UtcReading.unsynchronised("chrony", "chronyd has no source yet", realtimeNanos);
            }
            if (field[REFERENCE_ID].equalsIgnoreCase(OWN_CLOCK)) {
                return UtcReading.unsynchronised("chrony", "chronyd follows its own clock (local), not UTC",
                        realtimeNanos);
            }
            // chronyc(1): after removal of the offset, the clock's error is at most dispersion + delay / 2.
            double bound = nanos(field[ROOT_DISPERSION]) + nanos(field[ROOT_DELAY]) / 2;
            double err = Math.min(bound, Math.max(nanos(field[RMS_OFFSET]), Math.abs(nanos(field[LAST_OFFSET]))));
            // The rate without correction (negative: slow) plus the correction. A rate within its error counts as 0.
            double rate = Double.parseDouble(field[FREQUENCY]) + correctionPpm;
            double known = Math.abs(rate) > 3 * Double.parseDouble(field[SKEW]) ? rate * 1e-6 : 0;
            // Positive: the system clock is behind NTP time.
            return new UtcReading("chrony", true, "chronyd follows " + field[NAME], realtimeNanos,
                    -nanos(field[SYSTEM_TIME]), err, bound, known, Integer.parseInt(field[STRATUM]),
                    field[REFERENCE_ID]);
        }

        private static double nanos(String seconds) {
            return new BigDecimal(seconds).movePointRight(9).doubleValue();
        }
    }

    /**
     * Parses the output of {@code ntpq -c rv} of ntpd and ntpsec: the system variables, {@code name=value} with commas;
     * times in ms.
     */
    private static final class Ntpd {
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

    /** Parses the output of {@code timedatectl timesync-status} of systemd-timesyncd. */
    static final class Timesyncd {
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
}
