package runbench.sync.utc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The answers of the reference's time services at the end of a window, the most informative synchronised one first.
 * chrony knows its own error best, then ntpd, then systemd-timesyncd. The kernel (adjtimex(2)) only has the values
 * that one of them set.
 *
 * @param readings readings of the services that answered
 * @param otherwise reasons why the others did not, one line each
 */
public record UtcAnswers(List<UtcReading> readings, List<String> otherwise) {
    private static final List<String> RICHEST_FIRST = List.of("chrony", "ntpd", "timesyncd", "kernel");

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
        readings.sort(java.util.Comparator
                .comparingInt(r -> (r.synchronised() ? 0 : 10) + RICHEST_FIRST.indexOf(r.service())));
        return new UtcAnswers(List.copyOf(readings), List.copyOf(otherwise));
    }

    private static UtcReading kernel(JsonNode external) {
        JsonNode end = external.path("beside_realtime").path(1);
        // The remaining slew will be added to the system clock, which is behind UTC by this amount.
        double ahead = -external.path("to_be_slewed_ns").asDouble();
        boolean kept = external.path("synchronised").asBoolean();
        return new UtcReading("kernel", kept,
                kept ? "a time service keeps the kernel's clock" : "no time service keeps the kernel's clock",
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
}
