package runbench.sampler.events.names;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Printable;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitecture.PresetDefinition;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.sampler.events.EventSelection.EventSum;

/** Resolves PAPI's preset names ({@code PAPI_TOT_INS}) to events of this processor. */
public final class PapiPresets {
    private static final String PREFIX = "PAPI_";

    private final Supplier<Microarchitecture> processor;
    private final Function<String, Resolved> events;

    /**
     * Creates a resolver.
     *
     * @param processor supplies the table of this processor
     * @param events resolves the name of an event
     */
    PapiPresets(Supplier<Microarchitecture> processor, Function<String, Resolved> events) {
        this.processor = processor;
        this.events = events;
    }

    /** Returns whether a word has the form of a preset's name, ignoring case. */
    public static boolean isOne(String word) {
        return word.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
    }

    /**
     * Resolves a preset to its event, under the event's own name. A preset of several events is their sum, and keeps
     * the preset's name.
     *
     * @throws RunbenchException exit code 2: PAPI has no such preset, or this processor has no event for it
     */
    Resolved resolve(String word) {
        PresetDefinition preset = on(processor.get(), word);
        List<Resolved> parts = preset.events().stream().map(events).toList();
        String real = String.join(" + ", preset.events());
        String meaning = Microarchitectures.presets().get(preset.name());
        Resolved all = Resolved.combined(parts)
                .remark(preset.name() + " (PAPI, " + meaning + ") is " + real + " on " + processor.get().title());
        if (parts.size() < 2 || all.drafts().size() < parts.size()) {
            return all;
        }
        return all.sum(new EventSum(preset.name(), all.drafts().get(0).event().unit(), meaning + ": " + real,
                all.drafts().stream().map(d -> d.event().name()).toList()));
    }

    /**
     * Returns the events of a preset on a processor.
     *
     * @throws RunbenchException exit code 2: PAPI has no such preset, or the processor has no event for it
     */
    public static PresetDefinition on(Microarchitecture processor, String word) {
        String name = word.toUpperCase(Locale.ROOT);
        Map<String, String> meanings = Microarchitectures.presets();
        if (!meanings.containsKey(name)) {
            String near = NearestNames.didYouMean(name, meanings.keySet().stream().toList());
            throw RunbenchException.badInput("PAPI has no preset '" + Printable.of(word) + "'")
                    .remedy(near.isEmpty() ? "runbench events PAPI lists those of this processor" : near);
        }
        PresetDefinition preset = processor.preset(name);
        if (!preset.available()) {
            throw RunbenchException
                    .badInput(name + " (PAPI, " + meanings.get(name) + ") has no counterpart on " + processor.title()
                            + ": " + preset.unavailable())
                    .remedy("presets with an event there: " + String.join(", ",
                            processor.presets()
                                    .values()
                                    .stream()
                                    .filter(PresetDefinition::available)
                                    .map(PresetDefinition::name)
                                    .toList()));
        }
        return preset;
    }
}
