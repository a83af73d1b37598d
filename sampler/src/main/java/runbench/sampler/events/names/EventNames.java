package runbench.sampler.events.names;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Printable;
import runbench.parser.microarchitecture.EventDefinition;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Encoding.PerfType;
import runbench.sampler.events.Event;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.EventSelection.EventSum;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.Pmu;
import runbench.sampler.events.tables.GenericEvents;
import runbench.sampler.events.tables.Quantities;

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
    private final PapiPresets presets;
    private QuantityEvents quantities;

    public EventNames(Machine machine, Supplier<NameEncoder> encoder) {
        this.machine = machine;
        this.encoder = encoder;
        cores = new CoreEvents(machine);
        pmus = new PmuNames(machine, generic, cores);
        tracepoints = new Tracepoints(machine);
        table = new TableEvents(machine, cores, pmus);
        presets = new PapiPresets(table::table, name -> plain(name).orElseThrow());
    }

    /**
     * Resolves a word.
     *
     * @param word one event as typed, with modifiers
     * @return its counters, or the reasons why it cannot be counted
     * @throws RunbenchException exit code 2: the word is unknown or malformed
     */
    public Resolved resolve(String word) {
        if (word.startsWith("mem:")) {
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
        if (PapiPresets.isOne(name)) {
            return Optional.of(presets.resolve(name));
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

    /**
     * Resolves vendors' names in perf's spelling ({@code ls_dmnd_fills_from_sys.all}) by the table of this processor.
     */
    private static final class TableEvents {
        private final Machine machine;
        private final CoreEvents cores;
        private final PmuNames pmus;
        private Microarchitecture table;

        TableEvents(Machine machine, CoreEvents cores, PmuNames pmus) {
            this.machine = machine;
            this.cores = cores;
            this.pmus = pmus;
        }

        List<String> names() {
            return table().events()
                    .values()
                    .stream()
                    .filter(EventDefinition::named)
                    .map(EventDefinition::name)
                    .toList();
        }

        Optional<Resolved> resolve(String name) {
            return table().event(name).filter(EventDefinition::named).map(e -> {
                if (!e.hasCode()) {
                    return onSocketPmu(e);
                }
                if (cores.missing()) {
                    return Resolved.not(NotCountedReasons.noPmu(e.name(), machine));
                }
                Event event = new Event(e.name(), Source.PMU, e.unit(),
                        e.meaning() + (e.erratum().isEmpty() ? "" : " (" + e.erratum() + ")"),
                        new Encoding(PerfType.RAW, e.config()), Modifiers.NONE, 0).occupying(e.counters());
                return onItsCores(event);
            });
        }

        /** Resolves an event of a socket PMU, such as the last-level cache or the fabric. */
        private Resolved onSocketPmu(EventDefinition e) {
            String pmu = e.word().substring(0, e.word().indexOf('/'));
            if (machine.pmus().matching(pmu).isEmpty()) {
                return Resolved.not(NotCountedReasons.noSocketPmu(e.name(), pmu, machine));
            }
            return pmus.resolve(e.word().replaceFirst("/$", ",name=" + e.name() + "/"))
                    .described(e.unit(), e.meaning());
        }

        private Resolved onItsCores(Event event) {
            List<Pmu> all = machine.pmus().corePmus();
            Optional<Pmu> own = all.size() < 2 ? Optional.empty()
                    : all.stream().filter(p -> p.name().equals(table().corePmu())).findFirst();
            return own.map(p -> cores.only(event, p)).orElseGet(() -> cores.architectural(event));
        }

        private Microarchitecture table() {
            if (table == null) {
                table = Microarchitectures.of(machine.processor());
            }
            return table;
        }
    }

    /** Resolves portable quantities (L1D_ALL_REF) to this CPU's events. */
    private static final class QuantityEvents {
        private final Machine machine;
        private final EventNames names;
        private final CoreEvents cores;
        private final GenericEvents generic;
        private final Quantities table = Quantities.load();

        QuantityEvents(Machine machine, EventNames names, CoreEvents cores, GenericEvents generic) {
            this.machine = machine;
            this.names = names;
            this.cores = cores;
            this.generic = generic;
        }

        List<String> names() {
            List<String> all = new ArrayList<>();
            table.quantities().forEach(q -> {
                all.add(q.name());
                all.addAll(q.aliases());
            });
            return all;
        }

        Optional<Resolved> resolve(String word) {
            return table.find(word).map(q -> {
                if (cores.missing()) {
                    return Resolved.not(NotCountedReasons.noPmu(q.name(), machine));
                }
                Optional<Quantities.Microarchitecture> micro = table.of(machine.cpu());
                Quantities.Recipe recipe = micro.map(m -> m.recipes().get(q.name())).orElse(null);
                return recipe != null ? byRecipe(q, micro.get(), recipe) : byGenericNames(q);
            });
        }

        private Resolved byRecipe(Quantities.Quantity q, Quantities.Microarchitecture micro, Quantities.Recipe recipe) {
            List<Resolved> parts = new ArrayList<>();
            boolean single = recipe.codes().size() == 1;
            for (Quantities.Code code : recipe.codes()) {
                Event event = new Event(single ? q.name() : code.name(), Source.PMU, q.unit(),
                        code.name() + " (0x" + Long.toHexString(code.code()) + "): " + recipe.meaning(),
                        new Encoding(PerfType.RAW, code.code()), Modifiers.NONE, 0);
                parts.add(onItsPmu(event, micro));
            }
            String real = String.join(" + ", recipe.codes().stream().map(Quantities.Code::name).toList());
            return joined(q, recipe.meaning(), parts,
                    q.name() + " is " + real + " on " + micro.name() + ": " + recipe.meaning());
        }

        private Resolved onItsPmu(Event event, Quantities.Microarchitecture micro) {
            List<Pmu> all = machine.pmus().corePmus();
            Optional<Pmu> own = all.size() < 2 ? Optional.empty()
                    : all.stream().filter(p -> p.name().equals(micro.corePmu())).findFirst();
            return own.map(p -> cores.only(event, p)).orElseGet(() -> cores.architectural(event));
        }

        private Resolved byGenericNames(Quantities.Quantity q) {
            List<Resolved> parts = q.generic().stream().map(g -> names.generic(generic.find(g).orElseThrow())).toList();
            String real = String.join(" + ", q.generic());
            return joined(q, "the kernel's " + real, parts, q.name() + " is the kernel's generic " + real
                    + " here: no event table for " + machine.cpu().name());
        }

        private static Resolved joined(Quantities.Quantity q, String meaning, List<Resolved> parts, String remark) {
            Resolved all = Resolved.combined(parts);
            List<EventSum> sums = all.drafts().size() < 2 ? List.of()
                    : List.of(new EventSum(q.name(), q.unit(), meaning,
                            all.drafts().stream().map(d -> d.event().name()).toList()));
            List<String> remarks = new ArrayList<>(List.of(remark));
            remarks.addAll(all.remarks());
            return new Resolved(all.drafts(), all.notCounted(), sums, remarks, Modifiers.NONE);
        }
    }

    /** Parses breakpoint events, {@code mem:ADDR[/LENGTH][:rwx][:modifiers]}: a debug register on one address. */
    private static final class Breakpoint {
        private static final Pattern FORM = Pattern.compile(
                "mem:(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,19})(?:/([0-9]{1,3}))?(?::([rwx]{1,3}))?(?::([a-zA-Z]+))?");
        /** HW_BREAKPOINT_R, _W and _X of linux/hw_breakpoint.h. */
        private static final int READ = 1;
        private static final int WRITE = 2;
        private static final int EXECUTE = 4;

        private Breakpoint() {
        }

        static Resolved parse(String word) {
            Matcher m = FORM.matcher(word);
            if (!m.matches()) {
                throw RunbenchException.badInput("event '" + Printable.of(word) + "' is not a breakpoint")
                        .remedy("write mem:ADDRESS[/LENGTH][:rwx][:modifiers], e.g. mem:0x601040/8:w");
            }
            long address = m.group(1).startsWith("0x") || m.group(1).startsWith("0X")
                    ? Long.parseUnsignedLong(m.group(1).substring(2), 16)
                    : Long.parseUnsignedLong(m.group(1));
            String access = m.group(3) == null ? "rw" : m.group(3);
            int type = (access.indexOf('r') >= 0 ? READ : 0) | (access.indexOf('w') >= 0 ? WRITE : 0)
                    | (access.indexOf('x') >= 0 ? EXECUTE : 0);
            if ((type & EXECUTE) != 0 && type != EXECUTE) {
                throw RunbenchException.badInput("event '" + word + "': x (execute) cannot be combined with r or w")
                        .remedy("count them as two events: mem:" + m.group(1) + ":x,mem:" + m.group(1) + ":rw");
            }
            int length = m.group(2) == null ? (type == EXECUTE ? Long.BYTES : Integer.BYTES)
                    : Integer.parseInt(m.group(2));
            if (length != 1 && length != 2 && length != 4 && length != 8) {
                throw RunbenchException
                        .badInput("event '" + word + "': a breakpoint is 1, 2, 4 or 8 bytes long, not " + length);
            }
            String letters = m.group(4) == null ? "" : m.group(4);
            String name = letters.isEmpty() ? word : word.substring(0, m.start(4) - 1);
            return Resolved
                    .event(new Event(name, Source.BREAKPOINT, "hits",
                            "accesses (" + access + ") to the " + length + " bytes at 0x" + Long.toHexString(address),
                            new Encoding(PerfType.BREAKPOINT, type, address, length), Modifiers.NONE, 0))
                    .with(Modifiers.parse(letters, word));
        }
    }
}
