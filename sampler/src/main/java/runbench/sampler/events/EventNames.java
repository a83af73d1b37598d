package runbench.sampler.events;

import runbench.parser.NearestNames;
import runbench.parser.RunbenchException;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One word of an event list to what it stands for on a machine. */
final class EventNames {
    private static final Pattern RAW = Pattern.compile("(?:r|0[xX])([0-9a-fA-F]{1,16})");
    private static final Pattern SLASHED = Pattern.compile("([^/]+)/([^/]*)/:?([a-zA-Z]*)");
    private static final Pattern TRACEPOINT = Pattern.compile("([A-Za-z_][\\w-]*):([A-Za-z_]\\w*)");

    /** These tracepoints show the user's registers; all others are in the kernel, and read 0 for ever without it. */
    private static final Set<String> PASSED_IN_USER_MODE = Set.of("syscalls", "uprobes");

    private final Machine machine;
    private final Supplier<NameEncoder> encoder;
    private final GenericEvents generic = GenericEvents.load();
    private QuantityEvents quantities;

    EventNames(Machine machine, Supplier<NameEncoder> encoder) {
        this.machine = machine;
        this.encoder = encoder;
    }

    Resolved resolve(String word) {
        if (word.startsWith("mem:")) {
            return Resolved.event(Breakpoint.parse(word));
        }
        if (word.indexOf('/') >= 0) {
            return slashed(word);
        }
        Optional<Resolved> whole = plain(word, Modifiers.NONE, "");
        if (whole.isPresent()) {
            return whole.get();
        }
        int colon = word.lastIndexOf(':');
        if (colon > 0) {
            String letters = word.substring(colon + 1);
            String name = word.substring(0, colon);
            if (Modifiers.looksLikeModifiers(letters)) {
                Optional<Resolved> modified = plain(name, Modifiers.parse(letters, word), ":" + letters);
                if (modified.isPresent()) {
                    return modified.get();
                }
            } else if (plain(name, Modifiers.NONE, "").isPresent() && !name.contains(":")) {
                Modifiers.parse(letters, word); // says which letter is wrong
            }
        }
        return tracepoint(word, Modifiers.NONE).or(() -> encoded(word)).orElseThrow(() -> unknown(word));
    }

    /** Names without slashes or a colon of their own; {@code suffix} is what the user wrote behind, for the label. */
    private Optional<Resolved> plain(String name, Modifiers modifiers, String suffix) {
        Optional<Resolved> found = generic.find(name).map(e -> generic(e, modifiers, suffix));
        if (found.isPresent()) {
            return found;
        }
        Matcher raw = RAW.matcher(name);
        if (raw.matches()) {
            return Optional.of(raw(name, Long.parseUnsignedLong(raw.group(1), 16), modifiers, suffix));
        }
        if (name.indexOf(':') >= 0) {
            return suffix.isEmpty() ? Optional.empty() : tracepoint(name, modifiers);
        }
        return quantities().resolve(name, modifiers, suffix).or(() -> namedBySysfs(name, modifiers, suffix));
    }

    Resolved generic(GenericEvents.Entry e, Modifiers modifiers, String suffix) {
        Event event = new Event(e.name() + suffix, e.source(), e.unit(), e.description(),
                new Encoding(e.type(), e.config()), modifiers, 0);
        if (e.source() == Source.SOFTWARE) {
            return Resolved.event(event, e.kernelSide());
        }
        return onCorePmus(event, true);
    }

    private Resolved raw(String name, long config, Modifiers modifiers, String suffix) {
        return onCorePmus(new Event(name + suffix, Source.PMU, "events", "raw event 0x" + Long.toHexString(config)
                + " as this CPU's manual defines it", new Encoding(PerfType.RAW, config), modifiers, 0), false);
    }

    /**
     * A hardware event on this machine's core PMUs: as it is where there is one, once for each where there are several.
     *
     * @param extended the type keeps its number and the PMU's goes into the upper half of config (PERF_PMU_TYPE_SHIFT);
     *                 raw events take the PMU's type instead
     */
    Resolved onCorePmus(Event event, boolean extended) {
        List<String> sources = machine.pmus().names();
        List<Pmu> cores = machine.pmus().corePmus();
        if (cores.isEmpty() && !sources.isEmpty()) {
            return Resolved.not(NotCountedReasons.noPmu(event.name(), machine));
        }
        if (cores.size() <= 1) {
            return Resolved.event(event);
        }
        List<Resolved.Draft> drafts = new ArrayList<>();
        for (Pmu pmu : cores) {
            Encoding e = event.encoding();
            Encoding onPmu = extended ? new Encoding(e.type(), e.config() | (long) pmu.type() << 32)
                    : new Encoding(pmu.type(), e.config(), e.config1(), e.config2());
            drafts.add(new Resolved.Draft(new Event(pmu.name() + "/" + event.name() + "/", event.source(), event.unit(),
                    event.description() + ", on CPUs " + pmu.cpus(), onPmu, event.modifiers(), 0), false, pmu.name()));
        }
        List<String> parts = drafts.stream().map(d -> d.event().name()).toList();
        return new Resolved(drafts, List.of(),
                List.of(new EventSum(event.name(), event.unit(), event.description() + ", all core types", parts)),
                List.of(event.name() + " is counted once for each core type: " + String.join(", ", parts)));
    }

    private Resolved slashed(String word) {
        Matcher m = SLASHED.matcher(word);
        if (!m.matches()) {
            throw RunbenchException.badInput("event '" + Printable.of(word) + "' is not PMU/TERMS/MODIFIERS")
                    .remedy("write e.g. cpu/event=0x43,umask=0x01/u");
        }
        Modifiers modifiers = Modifiers.parse(m.group(3), word);
        Optional<Pmu> pmu = machine.pmus().find(m.group(1));
        if (pmu.isEmpty()) {
            return missingPmu(m.group(1), word);
        }
        if (pmu.get().uncore() && !pmu.get().name().equals("cpu")) {
            PmuEvent.encode(pmu.get(), m.group(2), word);
            return Resolved.not(NotCountedReasons.uncore(word, pmu.get().name()));
        }
        // perf's generic names may stand between the slashes of a core PMU.
        boolean core = pmu.get().name().equals("cpu") || !pmu.get().cpus().isEmpty();
        Optional<GenericEvents.Entry> named = core && !pmu.get().events().containsKey(m.group(2))
                ? generic.find(m.group(2)).filter(e -> e.source() == Source.PMU) : Optional.empty();
        if (named.isPresent()) {
            GenericEvents.Entry e = named.get();
            return pmuEvent(pmu.get(), new Event(word, Source.PMU, e.unit(), e.description(),
                    new Encoding(e.type(), e.config() | (long) pmu.get().type() << 32), modifiers, 0));
        }
        PmuEvent.Terms terms = PmuEvent.encode(pmu.get(), m.group(2), word);
        Source source = pmu.get().name().equals("software") ? Source.SOFTWARE : Source.PMU;
        return pmuEvent(pmu.get(), new Event(terms.label() != null ? terms.label() : word, source,
                terms.unit() != null ? terms.unit() : "events", word + " of PMU " + pmu.get().name(), terms.encoding(),
                modifiers, 0));
    }

    private Resolved pmuEvent(Pmu pmu, Event event) {
        return new Resolved(List.of(new Resolved.Draft(event, false, pmu.cpus().isEmpty() ? "" : pmu.name())),
                List.of(), List.of(), List.of());
    }

    private Resolved missingPmu(String pmu, String word) {
        List<String> known = machine.pmus().names();
        if (pmu.equals("cpu") || pmu.startsWith("cpu_") || pmu.startsWith("armv8_")) {
            if (machine.pmus().corePmus().isEmpty()) {
                return Resolved.not(NotCountedReasons.noPmu(word, machine));
            }
        }
        String near = NearestNames.didYouMean(pmu, known);
        throw RunbenchException.badInput("event '" + Printable.of(word) + "': this machine has no PMU '"
                + Printable.of(pmu) + "'").remedy((near.isEmpty() ? "" : near + " ") + "it has: " + String.join(", ", known));
    }

    private Optional<Resolved> namedBySysfs(String name, Modifiers modifiers, String suffix) {
        for (Pmu pmu : machine.pmus().corePmus()) {
            if (pmu.events().containsKey(name)) {
                PmuEvent.Terms terms = PmuEvent.encode(pmu, name, name);
                return Optional.of(pmuEvent(pmu, new Event(name + suffix, Source.PMU,
                        terms.unit() != null ? terms.unit() : "events", name + " of PMU " + pmu.name(),
                        terms.encoding(), modifiers, 0)));
            }
        }
        return Optional.empty();
    }

    private Optional<Resolved> tracepoint(String word, Modifiers modifiers) {
        Matcher m = TRACEPOINT.matcher(word);
        if (!m.matches()) {
            return Optional.empty();
        }
        Optional<String> tracing = machine.tracing();
        if (tracing.isEmpty()) {
            // Without tracefs nothing tells a tracepoint from a vendor's EVENT:UMASK, which are in capitals.
            return word.equals(word.toLowerCase(Locale.ROOT))
                    ? Optional.of(Resolved.not(NotCountedReasons.noTracefs(word, machine.tracefs()))) : Optional.empty();
        }
        String folder = tracing.get() + "/events/" + m.group(1);
        return machine.files().number(folder + "/" + m.group(2) + "/id").map(id -> Resolved.event(
                new Event(word, Source.TRACEPOINT, "hits", "tracepoint " + word,
                        new Encoding(PerfType.TRACEPOINT, id), modifiers, 0), !PASSED_IN_USER_MODE.contains(m.group(1))));
    }

    private Optional<Resolved> encoded(String word) {
        return encoder.get().encode(word).map(e -> {
            boolean software = e.encoding().type() == PerfType.SOFTWARE;
            Event event = new Event(word, software ? Source.SOFTWARE : Source.PMU, "events", e.name(), e.encoding(),
                    Modifiers.parse(e.letters(), word), 0);
            boolean noPmu = machine.pmus().corePmus().isEmpty() && !machine.pmus().names().isEmpty();
            return noPmu && !software ? Resolved.not(NotCountedReasons.noPmu(word, machine)) : Resolved.event(event);
        });
    }

    private QuantityEvents quantities() {
        if (quantities == null) {
            quantities = new QuantityEvents(machine, this, generic);
        }
        return quantities;
    }

    private RunbenchException unknown(String word) {
        List<String> known = new ArrayList<>(generic.names());
        known.addAll(quantities().names());
        machine.pmus().corePmus().forEach(p -> known.addAll(p.events().keySet()));
        machine.tracing().ifPresent(t -> {
            int colon = word.indexOf(':');
            String system = colon > 0 ? word.substring(0, colon) : "";
            if (!system.isEmpty() && system.matches("\\w+")) {
                machine.files().names(t + "/events/" + system).forEach(e -> known.add(system + ":" + e));
            }
        });
        String near = NearestNames.didYouMean(word, known);
        return RunbenchException.badInput("event '" + Printable.of(word) + "' is not known on this machine")
                .remedy(near.isEmpty() ? "perf's names (cycles, page-faults, L1-dcache-loads), raw codes (r0143), "
                        + "cpu/event=0x43,umask=1/, tracepoints (sched:sched_switch) and L1D_ALL_REF are understood" : near);
    }
}
