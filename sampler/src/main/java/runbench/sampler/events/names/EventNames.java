package runbench.sampler.events.names;

import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.quantity.Printable;
import runbench.sampler.events.Event;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.PerfType;
import runbench.sampler.events.Source;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.tables.GenericEvents;

/** Resolves one word of an event list on a machine. */
public final class EventNames {
    private static final Pattern RAW = Pattern.compile("(?:r0[xX]|r|0[xX])([0-9a-fA-F]{1,16})");

    private final Machine machine;
    private final Supplier<NameEncoder> encoder;
    private final GenericEvents generic = GenericEvents.load();
    private final CoreEvents cores;
    private final PmuNames pmus;
    private final Tracepoints tracepoints;
    private final TableEvents table;
    private QuantityEvents quantities;

    public EventNames(Machine machine, Supplier<NameEncoder> encoder) {
        this.machine = machine;
        this.encoder = encoder;
        cores = new CoreEvents(machine);
        pmus = new PmuNames(machine, generic, cores);
        tracepoints = new Tracepoints(machine);
        table = new TableEvents(machine, cores, pmus);
    }

    /**
 * Resolves a word.
 *
 * @param word one event as typed, with modifiers
 * @return its counters, or the reasons why it cannot be counted
 * @throws RunbenchException exit code 2: the word is unknown or malformed
 */
public Resolved resolve(String word) { if (word.startsWith("mem:")) {
            return Breakpoint.parse(word);
        }
        if (ResctrlEvents.named(word)) {
            return ResctrlEvents.resolve(word, machine);
        }
        if (word.indexOf('/') >= 0) {
            return pmus.resolve(word);
        }
        Optional<Resolved> whole = plain(word);
        if (whole.isPresent()) {
            return whole.get();
        }
        int colon = word.lastIndexOf(':');
        if (colon > 0) {
            String letters = word.substring(colon + 1);
            String name = word.substring(0, colon);
            if (Modifiers.looksLikeModifiers(letters)) {
                Optional<Resolved> modified = plain(name).or(() -> tracepoints.resolve(name));
                if (modified.isPresent()) {
                    return modified.get().with(Modifiers.parse(letters, word));
                }
            } else if (!name.contains(":") && plain(name).isPresent() && tracepoints.resolve(word).isEmpty()
                    && encoded(word).isEmpty()) {
                Modifiers.parse(letters, word); // throws with the wrong letter
            }
        }
        return tracepoints.resolve(word).or(() -> encoded(word)).orElseThrow(() -> unknown(word));
    }

    /** Resolves a name without slashes or colon. */
    private Optional<Resolved> plain(String name) {
        Optional<Resolved> found = generic.find(name).map(this::generic);
        if (found.isPresent() || name.indexOf(':') >= 0) {
            return found;
        }
        Matcher raw = RAW.matcher(name);
        if (raw.matches()) {
            return Optional.of(pmus.raw(name, Long.parseUnsignedLong(raw.group(1), 16)));
        }
        return quantities().resolve(name)
                .or(() -> pmus.namedBySysfs(name))
                .or(() -> table.resolve(name))
                .or(() -> generic.tool(name).map(t -> Resolved.not(NotCountedReasons.tool(t))));
    }

    Resolved generic(GenericEvents.Entry e) {
        return pmus.generic(e, e.name());
    }

    private Optional<Resolved> encoded(String word) {
        return encoder.get().encode(word).map(e -> {
            boolean software = e.encoding().type() == PerfType.SOFTWARE;
            String ending = ":" + e.letters();
            String name = !e.letters().isEmpty() && word.endsWith(ending)
                    ? word.substring(0, word.length() - ending.length())
                    : word;
            Event event = new Event(name, software ? Source.SOFTWARE : Source.PMU, "events", e.name(), e.encoding(),
                    Modifiers.NONE, 0);
            return (software ? Resolved.event(event) : cores.encoded(event)).with(Modifiers.parse(e.letters(), word));
        });
    }

    private QuantityEvents quantities() {
        if (quantities == null) {
            quantities = new QuantityEvents(machine, this, cores, generic);
        }
        return quantities;
    }

    private RunbenchException unknown(String word) {
        List<String> known = new ArrayList<>(generic.names());
        known.addAll(quantities().names());
        known.addAll(table.names());
        machine.pmus().names().forEach(n -> machine.pmus().find(n).ifPresent(p -> known.addAll(p.events().keySet())));
        known.addAll(tracepoints.near(word));
        String near = NearestNames.didYouMean(word, known);
        int colon = word.lastIndexOf(':');
        if (near.isEmpty() && colon > 0) {
            near = NearestNames.didYouMean(word.substring(0, colon), known);
        }
        return RunbenchException.badInput("event '" + Printable.of(word) + "' is not known on this machine")
                .remedy(near.isEmpty() ? "perf's names (cycles, page-faults, L1-dcache-loads), raw codes (r0143), "
                        + "cpu/event=0x43,umask=1/, tracepoints (sched:sched_switch) and L1D_ALL_REF are understood"
                        : near);
    }
}
