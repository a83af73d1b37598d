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

/** Selects the metrics to compute for a machine or a recording. */
public final class Metrics {
    private Metrics() {
    }

    /** Returns the metrics that this machine's processor supports. */
    public static MetricTable here() {
        return on(processor());
    }

    /** Returns the microarchitecture of this machine. */
    public static Microarchitecture processor() {
        return Microarchitectures.of(Machine.read(SystemFiles.THIS_MACHINE).processor());
    }

    public static MetricTable on(Microarchitecture processor) {
        return MetricTable.with(MetricTable.userFolder(), processor);
    }

    /** Returns the metrics that the processor of a recording supports. */
    public static MetricTable of(Recording recording) {
        return on(MetricTable.microarchitecture(recording.metadata()));
    }

    /**
     * Selects metrics for a recording.
     *
     * @param asked names as typed; null: those requested when it was recorded
     */
    public static List<Metric> of(Recording recording, String asked) {
        return of(recording, asked, null);
    }

    /**
     * Selects metrics for a recording.
     *
     * @param asked names as typed; null: those requested when it was recorded
     * @param processor processor that recorded; null: the one named in the recording
     */
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
