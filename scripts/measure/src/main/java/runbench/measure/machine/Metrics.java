package runbench.measure.machine;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.record.Recording;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;

/** Which metrics to compute. */
public final class Metrics {
    private Metrics() {
    }

    /** As this machine's processor can compute them. */
    public static MetricTable here() {
        return on(processor());
    }

    /** The table of this machine's processor. */
    public static Microarchitecture processor() {
        return Microarchitectures.of(Machine.read(SystemFiles.THIS_MACHINE).processor());
    }

    public static MetricTable on(Microarchitecture processor) {
        return MetricTable.with(MetricTable.userFolder(), processor);
    }

    /** As the processor that made a recording could. */
    public static MetricTable of(Recording recording) {
        return on(MetricTable.microarchitecture(recording.metadata()));
    }

    /** @param asked as typed; null for those that the recording was made for */
    public static List<Metric> of(Recording recording, String asked) {
        return of(recording, asked, null);
    }

    /** @param processor that made it; null where the recording tells */
    public static List<Metric> of(Recording recording, String asked, String processor) {
        MetricTable table = processor == null ? of(recording) : on(Microarchitectures.named(processor));
        if (asked != null) {
            return table.select(asked);
        }
        List<String> names = new ArrayList<>();
        for (JsonNode name : recording.metadata().run().path("metrics")) {
            names.add(name.asText());
        }
        try {
            return names.isEmpty() ? List.of() : table.select(String.join(",", names));
        } catch (RunbenchException e) {
            throw RunbenchException
                    .badInput(recording.path() + ": was made for metrics " + String.join(", ", names) + ": "
                            + e.getMessage())
                    .remedy("put its definition into " + MetricTable.userFolder()
                            + ", or leave it out with --metrics none")
                    .causedBy(e);
        }
    }
}
