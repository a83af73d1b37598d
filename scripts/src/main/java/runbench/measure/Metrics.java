package runbench.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;
import runbench.parser.record.Recording;

/** Which metrics to compute. */
public final class Metrics {
    private Metrics() {
    }

    public static MetricTable table() {
        return MetricTable.with(MetricTable.userFolder());
    }

    /** @param asked as typed; null for those that the recording was made for */
    public static List<Metric> of(Recording recording, String asked) {
        if (asked != null) {
            return table().select(asked);
        }
        List<String> names = new ArrayList<>();
        for (JsonNode name : recording.metadata().run().path("metrics")) {
            names.add(name.asText());
        }
        try {
            return names.isEmpty() ? List.of() : table().select(String.join(",", names));
        } catch (RunbenchException e) {
            throw RunbenchException.badInput(recording.path() + ": was made for metrics " + String.join(", ", names) + ": " + e.getMessage())
                    .remedy("put its definition into " + MetricTable.userFolder() + ", or leave it out with --metrics none").causedBy(e);
        }
    }
}
