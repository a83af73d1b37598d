package runbench.sampler.events.select;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.parser.microarchitecture.CodeLayout;
import runbench.parser.microarchitecture.EventDefinition;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitecture.PresetDefinition;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.sampler.events.Encoding.PerfType;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event.Placement;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.KnownEvent;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.Pmu;
import runbench.sampler.events.names.CoreEvents;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.names.NotCountedReasons;
import runbench.sampler.events.names.PmuEvent;
import runbench.sampler.events.tables.GenericEvents;
import runbench.sampler.events.tables.Quantities;

/** Lists the events of a machine that have a name. */
public final class KnownEvents {
    /** The PMU column of hardware events on machines without core PMU. */
    private static final String NO_PMU = "cpu (no hardware PMU)";
    /** The PMU column of a raw code's meaning on any processor. */
    public static final String OTHER_PROCESSORS = "the code on processors that have it";
    /** perf's form of a raw code: event select, unit mask, and bits that the kernel or the manual defines. */
    private static final Pattern RAW = Pattern.compile("r(?:0[xX])?([0-9a-fA-F]{1,16})");
    private static final List<String> NOT_TRACEPOINTS = List.of("enable", "filter", "header_event", "header_page");

    private final Machine machine;
    private final VendorEvents vendor;
    private final NameEncoder encoder;
    private final String corePmus;
    private final CoreEvents cores;

    /**
     * Creates a list of a machine's events.
     *
     * @param machine the machine
     * @param vendor library that lists vendors' events
     * @param encoder library that encodes vendors' events
     */
    public KnownEvents(Machine machine, VendorEvents vendor, NameEncoder encoder) {
        this.machine = machine;
        this.vendor = vendor;
        this.encoder = encoder;
        cores = new CoreEvents(machine);
        List<Pmu> pmus = machine.pmus().corePmus();
        corePmus = pmus.isEmpty() ? NO_PMU
                : pmus.stream()
                        .map(p -> p.name() + (p.cpus().isEmpty() ? "" : " (CPUs " + p.cpus() + ")"))
                        .collect(Collectors.joining(" + "));
    }

    /**
     * Returns all events except tracepoints: portable quantities, generic events, sysfs events, events of the
     * processor's table, breakpoints, and events of the vendor library.
     */
    public List<KnownEvent> list() {
        List<KnownEvent> all = new ArrayList<>(quantities());
        GenericEvents generic = GenericEvents.load();
        generic.entries().forEach(e -> all.add(generic(e)));
        generic.cacheEvents().forEach(e -> all.add(generic(e)));
        generic.tools()
                .forEach(t -> all.add(new KnownEvent("perf's own", KnownEvent.Kind.TOOL, t.name(), List.of(), "",
                        t.description(), List.of(), "")));
        for (String name : machine.pmus().names()) {
            machine.pmus().find(name).ifPresent(pmu -> pmu.events().keySet().forEach(e -> all.add(sysfs(pmu, e))));
        }
        all.addAll(tableEvents());
        all.add(new KnownEvent("breakpoint", KnownEvent.Kind.BREAKPOINT, "mem:ADDRESS[/LENGTH][:rwx]", List.of(),
                "hits",
                "accesses to 1, 2, 4 or 8 bytes at an address, e.g. mem:0x601040/8:w; r reads, w writes, x execution",
                List.of(), ""));
        for (VendorEvents.VendorPmu pmu : vendor.present()) {
            pmu.events()
                    .forEach(e -> all.add(new KnownEvent(pmu.name(), KnownEvent.Kind.VENDOR, e.name(), List.of(),
                            "events", e.description(),
                            encoder.encode(pmu.name() + "::" + e.name())
                                    .map(x -> List.of(x.encoding()))
                                    .orElse(List.of()),
                            "")));
        }
        return withPresets(all);
    }

    /**
     * Adds PAPI's presets: as further names of their event, and, if they are sums, as quantities.
     *
     * @param all events of this machine
     */
    private List<KnownEvent> withPresets(List<KnownEvent> all) {
        Microarchitecture table = Microarchitectures.of(machine.processor());
        Map<String, List<String>> presets = new LinkedHashMap<>();
        List<KnownEvent> sums = new ArrayList<>();
        Map<String, String> meanings = Microarchitectures.presets();
        table.presets().values().stream().filter(PresetDefinition::available).forEach(p -> {
            if (p.events().size() == 1) {
                presets.computeIfAbsent(p.events().get(0), e -> new ArrayList<>()).add(p.name());
            } else {
                sums.add(new KnownEvent("PAPI presets of several events", KnownEvent.Kind.QUANTITY, p.name(), List.of(),
                        "events", meanings.get(p.name()), List.of(),
                        String.join(" + ", p.events()) + " on " + table.title()));
            }
        });
        return Stream
                .concat(all.stream().map(e -> e.alsoCalled(presets.getOrDefault(e.name(), List.of()))), sums.stream())
                .toList();
    }

    /**
     * Returns the meanings of a raw code: first the event of this machine, then those of all processors with their
     * names in the description. Empty if the word is no raw code.
     */
    public List<KnownEvent> ofCode(String word) {
        Matcher raw = RAW.matcher(word);
        if (!raw.matches()) {
            return List.of();
        }
        long config = Long.parseUnsignedLong(raw.group(1), 16);
        long code = config & CodeLayout.EVENT_AND_MASK;
        List<Encoding> encodings = List.of(new Encoding(PerfType.RAW, config));
        Map<VendorEvents.VendorEvent, List<String>> processors = processorsOf(code);
        List<String> present = vendor.present().stream().map(VendorEvents.VendorPmu::description).toList();
        String here = Stream.concat(
                processors.entrySet()
                        .stream()
                        .filter(e -> e.getValue().stream().anyMatch(present::contains))
                        .map(e -> e.getKey().name() + ", " + e.getKey().description()),
                tableEvents().stream()
                        .filter(e -> e.encodings()
                                .stream()
                                .anyMatch(x -> (x.config() & CodeLayout.EVENT_AND_MASK) == code))
                        .map(e -> e.name() + ", " + e.description()))
                .distinct()
                .collect(Collectors.joining("; "));
        List<KnownEvent> all = new ArrayList<>();
        all.add(new KnownEvent(corePmus, KnownEvent.Kind.HARDWARE, word, List.of(), "events",
                String.format("event select 0x%02x, unit mask 0x%02x", code & 0xff | code >>> 24 & 0xf00,
                        code >>> 8 & 0xff),
                encodings, here.isEmpty() ? "no event with this code is known for this processor" : here));
        processors.forEach((e, names) -> all.add(new KnownEvent(OTHER_PROCESSORS, KnownEvent.Kind.VENDOR, e.name(),
                List.of(), "events", e.description() + " (" + String.join(", ", names) + ")", encodings, "")));
        return all;
    }

    /** Returns the processors of each event with a code: those of the vendor library, else those of the quantities. */
    private Map<VendorEvents.VendorEvent, List<String>> processorsOf(long code) {
        Map<VendorEvents.VendorEvent, List<String>> processors = new LinkedHashMap<>();
        for (VendorEvents.VendorPmu pmu : vendor.havingCode(code)) {
            pmu.events().forEach(e -> processors.computeIfAbsent(e, x -> new ArrayList<>()).add(pmu.description()));
        }
        if (processors.isEmpty()) {
            for (Quantities.Microarchitecture m : Quantities.load().microarchitectures()) {
                m.recipes()
                        .values()
                        .forEach(r -> r.codes()
                                .stream()
                                .filter(c -> c.code() == code)
                                .map(c -> new VendorEvents.VendorEvent(c.name(), r.meaning()))
                                .distinct()
                                .forEach(e -> processors.computeIfAbsent(e, x -> new ArrayList<>()).add(m.name())));
            }
        }
        return processors;
    }

    private List<KnownEvent> tableEvents() {
        Microarchitecture table = Microarchitectures.of(machine.processor());
        return table.events()
                .values()
                .stream()
                .filter(EventDefinition::hasCode)
                .map(e -> new KnownEvent("table of " + table.title(), KnownEvent.Kind.TABLE, e.name(), List.of(),
                        e.unit(), e.meaning(), List.of(new Encoding(PerfType.RAW, e.config())), ""))
                .toList();
    }

    private List<KnownEvent> quantities() {
        Quantities table = Quantities.load();
        List<KnownEvent> all = new ArrayList<>();
        Optional<Quantities.Microarchitecture> micro = table.of(machine.cpu());
        for (Quantities.Quantity q : table.quantities()) {
            Quantities.Recipe recipe = micro.map(m -> m.recipes().get(q.name())).orElse(null);
            List<Encoding> encodings = recipe == null ? List.of()
                    : recipe.codes().stream().map(c -> new Encoding(PerfType.RAW, c.code())).toList();
            String standsFor = recipe == null ? "the kernel's " + String.join(" + ", q.generic())
                    : recipe.codes()
                            .stream()
                            .map(c -> c.name() + " (r" + Long.toHexString(c.code()) + ")")
                            .collect(Collectors.joining(" + ")) + " on " + micro.get().name() + ": " + recipe.meaning();
            all.add(new KnownEvent("portable quantities", KnownEvent.Kind.QUANTITY, q.name(), q.aliases(), q.unit(),
                    q.description(), encodings, standsFor));
        }
        return all;
    }

    private KnownEvent generic(GenericEvents.Entry e) {
        boolean software = e.type() == PerfType.SOFTWARE;
        KnownEvent.Kind kind = software ? KnownEvent.Kind.SOFTWARE
                : e.type() == PerfType.HW_CACHE ? KnownEvent.Kind.CACHE : KnownEvent.Kind.HARDWARE;
        Encoding anywhere = new Encoding(e.type(), e.config());
        List<Encoding> byCore = software ? List.of()
                : cores.generic(new Event(e.name(), e.source(), e.unit(), e.description(), anywhere, Modifiers.NONE, 0))
                        .drafts()
                        .stream()
                        .flatMap(d -> d.event().placements().stream())
                        .map(Placement::encoding)
                        .distinct()
                        .toList();
        List<Encoding> encodings = byCore.isEmpty() ? List.of(anywhere) : byCore;
        return new KnownEvent(software ? "software" : corePmus, kind, e.name(), e.aliases(), e.unit(), e.description(),
                encodings, "");
    }

    private KnownEvent sysfs(Pmu pmu, String event) {
        String name = pmu.name() + "/" + event + "/";
        PmuEvent.Terms terms = PmuEvent.named(pmu, event);
        String where = pmu.uncore() ? " (a whole socket)" : pmu.cpus().isEmpty() ? "" : " (CPUs " + pmu.cpus() + ")";
        return new KnownEvent(pmu.name() + where, KnownEvent.Kind.SYSFS, name, List.of(),
                terms.unit() == null ? "events" : terms.unit(), pmu.events().get(event), List.of(terms.encoding()), "");
    }

    /**
     * Counts the tracepoints of each kernel subsystem.
     *
     * @return number of tracepoints by system, or empty if tracefs is not mounted or not readable
     */
    public Optional<Map<String, Integer>> tracepointSystems() {
        return machine.tracing().map(tracing -> {
            Map<String, Integer> systems = new LinkedHashMap<>();
            for (String system : systems(tracing)) {
                int count = points(tracing, system).size();
                if (count > 0) {
                    systems.put(system, count);
                }
            }
            return systems;
        });
    }

    /** Returns the tracepoints with this word in {@code system:name}; empty if tracefs is not readable. */
    public List<KnownEvent> tracepoints(String word) {
        List<KnownEvent> found = new ArrayList<>();
        String lower = word.toLowerCase(java.util.Locale.ROOT);
        machine.tracing().ifPresent(tracing -> {
            for (String system : systems(tracing)) {
                for (String point : points(tracing, system)) {
                    String name = system + ":" + point;
                    if (name.toLowerCase(java.util.Locale.ROOT).contains(lower)) {
                        machine.files()
                                .number(tracing + "/events/" + system + "/" + point + "/id")
                                .ifPresent(id -> found.add(new KnownEvent("tracepoint", KnownEvent.Kind.TRACEPOINT,
                                        name, List.of(), "hits", "hits of this kernel tracepoint",
                                        List.of(new Encoding(PerfType.TRACEPOINT, id)), "")));
                    }
                }
            }
        });
        return found;
    }

    /** Returns the reason why tracepoints cannot be listed, with the command that makes tracefs readable. */
    public NotCounted noTracefs() {
        return NotCountedReasons.noTracefs("tracepoints", machine.tracefs());
    }

    private List<String> systems(String tracing) {
        return machine.files().names(tracing + "/events").stream().filter(n -> !NOT_TRACEPOINTS.contains(n)).toList();
    }

    private List<String> points(String tracing, String system) {
        return machine.files()
                .names(tracing + "/events/" + system)
                .stream()
                .filter(n -> !NOT_TRACEPOINTS.contains(n))
                .toList();
    }

    /** Lists vendors' events of the detected CPUs, as libpfm4 does. */
    @FunctionalInterface
    public interface VendorEvents {
        /**
         * A core PMU and its events.
         *
         * @param name the library's name of the microarchitecture
         * @param description readable description
         * @param events the events
         */
        record VendorPmu(String name, String description, List<VendorEvent> events) {}

        /**
         * A vendor's event.
         *
         * @param name the name to type, with unit mask if there is one: {@code LS_DISPATCH:LD_DISPATCH}
         * @param description readable description
         */
        record VendorEvent(String name, String description) {}

        /** Returns the detected core PMUs; uncore PMUs are excluded because they cannot follow a program. */
        List<VendorPmu> present();

        /**
         * Returns the core PMUs that the library knows and that have an event with a code, detected or not, with these
         * events.
         *
         * @param code the bits {@link CodeLayout#EVENT_AND_MASK} of the event's configuration
         */
        default List<VendorPmu> havingCode(long code) {
            return List.of();
        }

        /** A list without events, for machines without such a library. */
        VendorEvents NONE = List::of;
    }
}
