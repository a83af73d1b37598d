package runbench.parser.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import runbench.base.quantity.Units;
import runbench.parser.check.CheckReport.CheckVerdict;
import runbench.parser.record.Metadata;

/**
 * The result of the check of a metric in a summary. The check ran on the machine of the recording, before the
 * recording.
 *
 * @param verdict result of the check
 * @param error largest relative difference from a known value; null if the metric was not checked
 * @param words the result as text: "checked here: 0.3 %"
 */
public record CheckMark(CheckVerdict verdict, Double error, String words) {
    /** Key in the metadata of a run: formula and result of its check, by metric. */
    public static final String KEY = "checked";

    private static final CheckMark NOT_CHECKED = new CheckMark(CheckVerdict.NOT_CHECKED, null, "not checked");

    /** Returns the result that a recording contains for a metric with this formula. */
    public static CheckMark of(Metadata metadata, String metric, String formula) {
        JsonNode mark = metadata.run().path(KEY).path(metric);
        return mark.path("formula").asText("").equals(formula)
                ? new CheckMark(CheckVerdict.of(mark.path("verdict").asText()),
                        mark.path("error").isNumber() ? (Double) mark.path("error").asDouble() : null,
                        mark.path("words").asText())
                : NOT_CHECKED;
    }

    /** Returns the results of all checked metrics, for the metadata of later recordings. */
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
