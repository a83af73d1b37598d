package runbench.measure.machine;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.GroupAlias;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricAvailability;
import runbench.parser.metrics.MetricTable;
import runbench.parser.metrics.MetricTable.MetricGroup;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.record.Recording;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;

/** Selects the metrics to compute for a machine or a recording. */
public final class Metrics {
    /**
     * Selected metrics.
     *
     * @param groups groups with the typed name; all groups if no word was typed
     * @param aliases groups of other tools with the typed name; all of them if no word was typed
     * @param metrics metrics of the first group; without a group, those that contain the word
     */
    public record Selection(List<MetricGroup> groups, List<GroupAlias> aliases, List<Metric> metrics) {}

    private Metrics() {
    }

    /**
     * Selects metrics by a word.
     *
     * @param word name of a group or of a tool with groups, or text in name, title, unit or formula of a metric; null:
     *     all
     * @throws RunbenchException (bad input) nothing matches
     */
    public static Selection matching(MetricTable table, String word) {
        if (word == null) {
            return new Selection(table.groups(), GroupAlias.all(), table.all());
        }
        List<MetricGroup> groups = table.groups().stream().filter(g -> g.name().equalsIgnoreCase(word)).toList();
        List<GroupAlias> aliases = GroupAlias.all()
                .stream()
                .filter(a -> a.name().equalsIgnoreCase(word) || a.tool().equalsIgnoreCase(word))
                .toList();
        List<String> named = !groups.isEmpty() ? groups.get(0).metrics()
                : aliases.stream().flatMap(a -> a.metrics().stream()).toList();
        List<Metric> metrics = table.all()
                .stream()
                .filter(m -> named.isEmpty() ? contains(m, word) : named.contains(m.name()))
                .toList();
        if (metrics.isEmpty() && aliases.isEmpty()) {
            String near = NearestNames.didYouMean(word,
                    Stream.concat(table.all().stream().map(Metric::name), GroupAlias.all().stream().map(a -> a.name()))
                            .toList());
            throw RunbenchException.badInput("no metric has '" + word + "' in its name, title, unit, formula or group")
                    .remedy(near.isEmpty() ? "runbench metrics lists all" : near);
        }
        return new Selection(groups, aliases, metrics);
    }

    private static boolean contains(Metric m, String word) {
        return (m.name() + " " + m.title() + " " + m.unit() + " " + m.ways()).toLowerCase(Locale.ROOT)
                .contains(word.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the availability of metrics on all processors.
     *
     * @param word text in the name of a metric; null: all
     */
    public static List<MetricAvailability> everywhere(String word) {
        return MetricAvailability.everywhere()
                .stream()
                .filter(c -> word == null || c.metric().contains(word.toLowerCase(Locale.ROOT)))
                .toList();
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
        List<String> names = new ArrayList<>();
        for (JsonNode name : recording.metadata().run().path("metrics")) {
            names.add(name.asText());
        }
        if (asked == null && processor == null && names.isEmpty()) {
            return List.of(); // the usual run: to read the tables takes longer than to read a short recording
        }
        MetricTable table = processor == null ? of(recording) : on(Microarchitectures.named(processor));
        if (asked != null) {
            return table.select(asked);
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
