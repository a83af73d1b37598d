package runbench.sampler.events.names;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Printable;
import runbench.sampler.events.Encoding.PerfType;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event.Placement;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection.EventSum;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.Pmu;
import runbench.sampler.events.tables.GenericEvents;

/** Resolves words with slashes ({@code cpu/event=0x43,umask=1/u}) and the events that the kernel lists in sysfs. */
final class PmuNames {
    /** The kernel's names of socket PMUs. The processor and the hypervisor determine which of them are present. */
    private static final Pattern SOCKET_PMUS = Pattern
            .compile("(?:uncore|arb|cstate_pkg|amd_(?:df|l3|umc)|arm_cmn|arm_dsu)(?:_.*)?");
    private static final Pattern RAW = Pattern.compile("r(?:0[xX])?([0-9a-fA-F]{1,16})");

    /** The PMU of the energy meters. */
    private static final String METERS = "power";

    private final Machine machine;
    private final GenericEvents generic;
    private final CoreEvents cores;

    PmuNames(Machine machine, GenericEvents generic, CoreEvents cores) {
        this.machine = machine;
        this.generic = generic;
        this.cores = cores;
    }

    Resolved resolve(String word) {
        PmuTerms t = PmuTerms.parse(word);
        if (t == null) {
            throw RunbenchException.badInput("event '" + Printable.of(word) + "' is not PMU/TERMS/MODIFIERS")
                    .remedy("write e.g. cpu/event=0x43,umask=0x01/u");
        }
        Modifiers own = Modifiers.parse(t.letters(), word);
        List<Pmu> pmus = machine.pmus().matching(t.pmu());
        if (pmus.isEmpty()) {
            return labelled(t).orElseGet(() -> missing(t)).with(own);
        }
        boolean exact = pmus.size() == 1 && pmus.get(0).name().equals(t.pmu());
        Resolved each = Resolved.combined(pmus.stream().map(p -> on(p, t, t.on(exact ? t.pmu() : p.name()))).toList());
        return (pmus.stream().allMatch(Pmu::uncore) && !exact ? each.sum(sumOf(each, t)) : each).with(own);
    }

    /** Returns the sum over several PMUs of one kind, such as memory controllers. */
    private static EventSum sumOf(Resolved each, PmuTerms t) {
        List<Event> parts = each.drafts().stream().map(Resolved.Draft::event).toList();
        return new EventSum(t.on(t.pmu()), parts.get(0).unit(),
                t.on(t.pmu()) + " of " + parts.size() + " PMUs of its kind", parts.stream().map(Event::name).toList());
    }

    /** Resolves a generic or raw event with a label, such as {@code faults/name=x/u}. */
    private Optional<Resolved> labelled(PmuTerms t) {
        Matcher raw = RAW.matcher(t.pmu());
        Optional<GenericEvents.Entry> entry = generic.find(t.pmu());
        if (entry.isEmpty() && !raw.matches()) {
            return Optional.empty();
        }
        String label = entry.map(GenericEvents.Entry::name).orElse(t.pmu());
        for (String term : t.terms()) {
            if (!term.startsWith("name=")) {
                throw PmuEvent.aboutPerf(t.word(), term.replaceFirst("=.*", ""));
            }
            label = PmuEvent.label(term.substring(5));
        }
        return Optional.of(
                entry.isPresent() ? generic(entry.get(), label) : raw(label, Long.parseUnsignedLong(raw.group(1), 16)));
    }

    Resolved generic(GenericEvents.Entry e, String label) {
        Event event = new Event(label, e.source(), e.unit(), e.description(), new Encoding(e.type(), e.config()),
                Modifiers.NONE, 0);
        return e.source() == Source.SOFTWARE ? Resolved.event(event, e.kernelSide(), "") : cores.generic(event);
    }

    Resolved raw(String label, long config) {
        return cores.raw(new Event(label, Source.PMU, "events",
                "raw event 0x" + Long.toHexString(config) + " as this CPU's manual defines it",
                new Encoding(PerfType.RAW, config), Modifiers.NONE, 0));
    }

    private Resolved on(Pmu pmu, PmuTerms t, String name) {
        if (t.terms().isEmpty()) {
            throw RunbenchException
                    .badInput("event '" + Printable.of(t.word()) + "' names no event of PMU " + pmu.name())
                    .remedy("runbench events " + pmu.name() + " lists them; or write e.g. " + pmu.name()
                            + "/config=0x1/");
        }
        if (pmu.type() == PerfType.BREAKPOINT) {
            throw RunbenchException.badInput("event '" + Printable.of(t.word()) + "': a breakpoint needs an address")
                    .remedy("write mem:ADDRESS[/LENGTH][:rwx], e.g. mem:0x601040/8:w");
        }
        Optional<GenericEvents.Entry> named = genericTerm(pmu, t);
        if (named.isPresent()) {
            GenericEvents.Entry e = named.get();
            String label = t.terms()
                    .stream()
                    .filter(x -> x.startsWith("name="))
                    .map(x -> PmuEvent.label(x.substring(5)))
                    .findFirst()
                    .orElse(name);
            boolean typed = pmu.name().startsWith("cpu");
            return at(pmu, new Event(label, Source.PMU, e.unit(), e.description(),
                    new Encoding(e.type(), e.config() | (typed ? (long) pmu.type() << 32 : 0)), Modifiers.NONE, 0));
        }
        if (pmu.name().equals(METERS) && t.terms().size() == 1 && t.terms().get(0).startsWith("energy-")
                && !pmu.events().containsKey(t.terms().get(0))) {
            return Resolved.not(NotCountedReasons.noSuchMeter(name, pmu));
        }
        PmuEvent.Terms terms = PmuEvent.encode(pmu, t.terms(), t.word());
        return at(pmu, event(pmu, terms.label() != null ? terms.label() : name, name + " of PMU " + pmu.name(), terms));
    }

    /** Returns the generic event between the slashes of a core PMU, or empty if there is none. */
    private Optional<GenericEvents.Entry> genericTerm(Pmu pmu, PmuTerms t) {
        List<String> terms = t.terms().stream().filter(x -> !x.startsWith("name=")).toList();
        boolean core = pmu.name().equals("cpu") || !pmu.cpus().isEmpty();
        return core && terms.size() == 1 && !pmu.events().containsKey(terms.get(0))
                ? generic.find(terms.get(0)).filter(e -> e.source() == Source.PMU)
                : Optional.empty();
    }

    private Event event(Pmu pmu, String label, String description, PmuEvent.Terms terms) {
        Optional<GenericEvents.Entry> software = pmu.type() == PerfType.SOFTWARE
                ? generic.software(terms.encoding().config())
                : Optional.empty();
        boolean probes = pmu.type() == PerfType.TRACEPOINT || pmu.name().equals("kprobe")
                || pmu.name().equals("uprobe");
        String unit = terms.unit() != null ? terms.unit()
                : software.map(GenericEvents.Entry::unit).orElse(probes ? "hits" : "events");
        return new Event(label,
                pmu.type() == PerfType.SOFTWARE ? Source.SOFTWARE : probes ? Source.TRACEPOINT : Source.PMU, unit,
                software.map(GenericEvents.Entry::description).orElse(description), terms.encoding(), Modifiers.NONE,
                0);
    }

    /** Places an event on the CPUs of its PMU. */
    private Resolved at(Pmu pmu, Event event) {
        if (pmu.uncore()) {
            return Resolved.event(event.placed(List.of(new Placement(event.encoding(), pmu.cpumask(), true))), false,
                    pmu.name());
        }
        boolean one = machine.pmus().corePmus().size() > 1 && !pmu.cpus().isEmpty();
        boolean kernelSide = event.source() == Source.SOFTWARE
                ? generic.software(event.encoding().config()).map(GenericEvents.Entry::kernelSide).orElse(false)
                : pmu.type() == PerfType.TRACEPOINT || pmu.name().equals("kprobe");
        Event placed = one ? event.placed(List.of(new Placement(event.encoding(), pmu.cpus(), false))) : event;
        return Resolved.event(placed, kernelSide, "");
    }

    /** Resolves an event that the kernel lists in sysfs, on any PMU; on each core type that has it. */
    Optional<Resolved> namedBySysfs(String name) {
        List<Pmu> having = machine.pmus().corePmus().stream().filter(p -> p.events().containsKey(name)).toList();
        if (!having.isEmpty()) {
            Pmu first = having.get(0);
            Event event = event(first, name, name + " of PMU " + first.name(),
                    PmuEvent.encode(first, List.of(name), name));
            List<Placement> places = having.stream()
                    .map(p -> new Placement(PmuEvent.encode(p, List.of(name), name).encoding(), p.cpus(), false))
                    .toList();
            return Optional.of(Resolved.event(machine.pmus().corePmus().size() > 1 ? event.placed(places) : event));
        }
        List<Resolved> others = new ArrayList<>();
        for (String pmu : machine.pmus().names()) {
            machine.pmus()
                    .find(pmu)
                    .filter(p -> p.events().containsKey(name))
                    .ifPresent(p -> others.add(resolve(p.name() + "/" + name + "/")));
        }
        return others.isEmpty() ? Optional.empty() : Optional.of(Resolved.combined(others));
    }

    private Resolved missing(PmuTerms t) {
        String pmu = t.pmu();
        if ((pmu.equals("cpu") || pmu.startsWith("cpu_") || pmu.startsWith("armv8_"))
                && machine.pmus().corePmus().isEmpty()) {
            return Resolved.not(NotCountedReasons.noPmu(t.on(pmu), machine));
        }
        if (pmu.equals(METERS)) {
            return Resolved.not(NotCountedReasons.noEnergyMeters(t.on(pmu), machine));
        }
        if (SOCKET_PMUS.matcher(pmu).matches()) {
            return Resolved.not(NotCountedReasons.noSocketPmu(t.on(pmu), pmu, machine));
        }
        List<String> known = machine.pmus().names();
        String near = NearestNames.didYouMean(pmu, known);
        throw RunbenchException
                .badInput("event '" + Printable.of(t.word()) + "': this machine has no PMU '" + Printable.of(pmu) + "'")
                .remedy((near.isEmpty() ? "" : near + " ") + "it has: " + String.join(", ", known));
    }

    /**
     * A word with slashes, {@code PMU/TERM,TERM/LETTERS}.
     *
     * @param word the word as typed
     * @param pmu the part before the first slash: a PMU, a pattern, or a generic event
     * @param terms terms without surrounding blanks; empty in {@code faults//u}
     * @param letters modifier letters without colon
     */
    private record PmuTerms(String word, String pmu, List<String> terms, String letters) {
        /** Parses a word; returns null if it has another form. */
        static PmuTerms parse(String word) {
            int first = word.indexOf('/');
            int last = word.lastIndexOf('/');
            String letters = word.substring(last + 1);
            letters = letters.startsWith(":") ? letters.substring(1) : letters;
            String inside = first < last ? word.substring(first + 1, last) : "/";
            boolean quoted = inside.indexOf('\'') >= 0;
            if (first == 0 || !quoted && inside.indexOf('/') >= 0 || !letters.matches("[a-zA-Z]*")) {
                return null;
            }
            return new PmuTerms(word, word.substring(0, first), inside.isEmpty() ? List.of() : split(inside), letters);
        }

        /** Splits at commas outside {@code name='...'}. */
        private static List<String> split(String inside) {
            List<String> terms = new ArrayList<>();
            boolean quoted = false;
            int from = 0;
            for (int i = 0; i <= inside.length(); i++) {
                if (i == inside.length() || inside.charAt(i) == ',' && !quoted) {
                    terms.add(inside.substring(from, i).strip());
                    from = i + 1;
                } else if (inside.charAt(i) == '\'') {
                    quoted = !quoted;
                }
            }
            return terms;
        }

        /** Returns the word without letters, with another PMU. */
        String on(String name) {
            return name + "/" + String.join(",", terms) + "/";
        }
    }
}
