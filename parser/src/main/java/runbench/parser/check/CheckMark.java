package runbench.parser.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import runbench.base.quantity.Units;
import runbench.parser.check.CheckReport.CheckVerdict;
import runbench.parser.record.Metadata;

/**
 * What a summary says of one of its metrics: what came of checking it on the machine that recorded, before it recorded.
 *
 * @param verdict what came of it
 * @param error largest difference from a known value, as a share of it; null where it was not checked
 * @param words for people: "checked here: 0.3 %"
 */
public record CheckMark(CheckVerdict verdict, Double error, String words) {
    /** In the run's own part of the metadata: formula and what came of its check, by metric. */
    public static final String KEY = "checked";

    private static final CheckMark NOT_CHECKED = new CheckMark(CheckVerdict.NOT_CHECKED, null, "not checked");

    /** What the recording says of a metric that is computed by this formula. */
    public static CheckMark of(Metadata metadata, String metric, String formula) {
        JsonNode mark = metadata.run().path(KEY).path(metric);
        return mark.path("formula").asText("").equals(formula)
                ? new CheckMark(CheckVerdict.of(mark.path("verdict").asText()),
                        mark.path("error").isNumber() ? (Double) mark.path("error").asDouble() : null,
                        mark.path("words").asText())
                : NOT_CHECKED;
    }

    /** For the metadata of recordings to come, by metric; of those that were checked. */
    public static Map<String, Object> notes(CheckReport report) {
        Map<String, Object> notes = new LinkedHashMap<>();
        for (CheckedItem metric : report.metrics()) {
            if (metric.verdict() == CheckVerdict.OK || metric.verdict() == CheckVerdict.OFF) {
                Map<String, Object> note = new LinkedHashMap<>();
                note.put("formula", metric.formula());
                note.put("verdict", metric.verdict().label());
                note.put("error", metric.error().isPresent() ? (Double) metric.error().getAsDouble() : null);
                note.put("words", words(metric));
                notes.put(metric.name(), note);
            }
        }
        return notes;
    }

    private static String words(CheckedItem metric) {
        return metric.verdict() == CheckVerdict.OFF ? metric.words() + " on this machine"
                : "checked here: " + (metric.error().isPresent() ? Units.percent(metric.error().getAsDouble())
                        : "0 where nothing is expected");
    }
}
