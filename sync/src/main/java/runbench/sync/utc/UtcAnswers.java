package runbench.sync.utc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What all time services of the reference answered at the end of a window, the richest that follows UTC first: chrony
 * knows its own error best, then ntpd, then systemd-timesyncd; the kernel (adjtimex(2)) knows only what one of them
 * set.
 *
 * @param readings of those that answered
 * @param otherwise why the others did not, one line each
 */
public record UtcAnswers(List<UtcReading> readings, List<String> otherwise) {
    private static final List<String> RICHEST_FIRST = List.of("chrony", "ntpd", "timesyncd", "kernel");

    /** From {@code external} of a recording, or what {@link UtcServices} asked by itself. */
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
        // What is still to be slewed will be added to the system's clock: it is behind UTC by so much.
        double ahead = -external.path("to_be_slewed_ns").asDouble();
        boolean kept = external.path("synchronised").asBoolean();
        return new UtcReading("kernel", kept,
                kept ? "a time service keeps the kernel's clock" : "no time service keeps the kernel's clock",
                end.path("realtime_ns").asLong(), ahead, external.path("estimated_error_ns").asDouble(),
                external.path("maximum_error_ns").asDouble(), 0, 0, "");
    }

    /** The one to believe; not synchronised if none is. */
    public UtcReading best() {
        return readings.get(0);
    }

    /** Why nobody tells UTC, all services' words. */
    public String reasons() {
        List<String> all = new ArrayList<>();
        readings.forEach(r -> all.add(r.service() + ": " + r.state()));
        all.addAll(otherwise);
        return String.join("; ", all);
    }
}
