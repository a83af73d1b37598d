package runbench.sampler.events.select;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import runbench.base.error.RunbenchException;
import runbench.parser.microarchitecture.EventDefinition;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.sampler.events.Event;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.EventSelection.EventSum;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.Machine.CountingRights;
import runbench.sampler.events.machine.PmuTree;
import runbench.sampler.events.names.EventNames;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.names.NotCountedReasons;
import runbench.sampler.events.names.Resolved;
import runbench.sampler.events.tables.GenericEvents.WideEvents;

/**
 * Resolves an event list as typed to the counters to open on this machine: the entrance of this package.
 *
 * <p>Names are tried as portable quantities, perf's generic names, raw codes, PMU terms, breakpoints, tracepoints,
 * sysfs events, events of the processor's table and, last, with a {@link NameEncoder}.
 */
public final class EventResolver {
    /** The name of the default event set. */
    public static final String AUTO = "auto";

    private static final String RUNNING = "task-clock";
    private static final List<String> AUTO_PMU = List.of("L1D_ALL_REF", "L1D_READ_MISS", "L1D_WRITE_MISS");
    private static final List<String> AUTO_SOFTWARE = List.of("page-faults", "context-switches", "cpu-migrations",
            "task-clock");

    private final Machine machine;
    private final EventNames names;
    private final WideEvents wide = WideEvents.load();
    private final LedGroups led;
    private final boolean cpuWide;

    /**
     * Creates a resolver for events that follow a program.
     *
     * @param machine the machine
     * @param encoder supplies the encoder for names that no other source resolves; its creation may be slow
     */
    public EventResolver(Machine machine, Supplier<NameEncoder> encoder) {
        this(machine, encoder, false);
    }

    /**
     * Creates a resolver.
     *
     * @param machine the machine
     * @param encoder supplies the encoder for names that no other source resolves
     * @param cpuWide true if whole CPUs are counted instead of a program; no task-clock is then added to socket events
     */
    public EventResolver(Machine machine, Supplier<NameEncoder> encoder, boolean cpuWide) {
        this.machine = Objects.requireNonNull(machine);
        this.cpuWide = cpuWide;
        this.names = new EventNames(machine, Objects.requireNonNull(encoder));
        led = new LedGroups(machine);
    }

    /**
     * Resolves an event list.
     *
     * @param list the list as typed: {@value #AUTO}, or events separated by commas
     * @return the counters to open; known events that cannot be counted here are in {@link EventSelection#notCounted}
     * @throws RunbenchException exit code 2: a name is unknown; the message has the nearest names
     */
    public EventSelection resolve(String list) {
        Collected found = new Collected();
        if (list.strip().equalsIgnoreCase(AUTO)) {
            auto(found);
        } else {
            int brace = 0;
            for (EventListParser.Group group : EventListParser.parse(list)) {
                int key = group.braced() ? ++brace : 0;
                Modifiers around = Modifiers.parse(group.letters(), list);
                for (String word : group.words()) {
                    if (word.equalsIgnoreCase(AUTO)) {
                        auto(found);
                    } else {
                        found.add(names.resolve(word), around, key, group.firm());
                    }
                }
            }
        }
        if (!cpuWide && found.onlySockets()) {
            // Socket events do not depend on tasks; the task-clock supplies the program's running time.
            found.add(names.resolve(RUNNING), Modifiers.NONE, 0, false);
        }
        return found.selection(list);
    }

    /**
     * Returns true if whole CPUs are counted. Counts of several PMUs are then read at different times and not summed.
     */
    boolean cpuWide() {
        return cpuWide;
    }

    /** Returns the event table of this machine's processor. */
    Microarchitecture microarchitecture() {
        return Microarchitectures.of(machine.processor());
    }

    private void auto(Collected found) {
        if (!machine.pmus().corePmus().isEmpty()) {
            AUTO_PMU.forEach(n -> found.add(names.resolve(n), Modifiers.NONE, 0, false));
            return;
        }
        found.add(names.resolve(AUTO_PMU.get(0)), Modifiers.NONE, 0, false);
        AUTO_SOFTWARE.forEach(n -> found.add(names.resolve(n), Modifiers.NONE, 0, false));
    }

    /** Collects resolved words, applies this user's permissions, and assigns group numbers. */
    private final class Collected {
        private record GroupKey(int brace, String pmu) {
            // Methods that a record derives are linked at run time, which takes milliseconds in each run.
            @Override
            public boolean equals(Object o) {
                return o instanceof GroupKey other && brace == other.brace && Objects.equals(pmu, other.pmu);
            }

            @Override
            public int hashCode() {
                return 31 * brace + Objects.hashCode(pmu);
            }
        }

        private final Map<String, Event> events = new LinkedHashMap<>();
        private final Map<GroupKey, Integer> groups = new LinkedHashMap<>();
        private final List<NotCounted> notCounted = new ArrayList<>();
        private final List<EventSum> sums = new ArrayList<>();
        private final List<String> remarks = new ArrayList<>();

        /**
         * Adds a resolved word.
         *
         * @param resolved the word
         * @param around modifiers of the enclosing group
         * @param brace number of the enclosing braces; 0 for none
         * @param firm true if the group is never split
         */
        void add(Resolved resolved, Modifiers around, int brace, boolean firm) {
            Modifiers what = resolved.own().within(around);
            resolved.notCounted()
                    .stream()
                    .map(n -> new NotCounted(what.on(n.name()), n.reason(), n.remedy()))
                    .filter(n -> !notCounted.contains(n))
                    .forEach(notCounted::add);
            resolved.sums()
                    .stream()
                    .map(s -> new EventSum(what.on(s.name()), s.unit(), s.meaning(),
                            s.summands().stream().map(what::on).toList()))
                    .filter(s -> !sums.contains(s))
                    .forEach(sums::add);
            resolved.remarks().stream().filter(r -> !remarks.contains(r)).forEach(remarks::add);
            for (Resolved.Draft draft : resolved.drafts()) {
                Optional<String> leader = led.leader(draft.event());
                Optional<NotCounted> obstacle = leader.flatMap(l -> led.obstacle(what.on(draft.event().name()), l));
                if (obstacle.isPresent()) {
                    notCounted.add(obstacle.get());
                } else {
                    leader.filter(l -> !led.is(draft.event(), l))
                            .ifPresent(l -> names.resolve(l).drafts().forEach(d -> permitted(d, what, brace, firm, l)));
                    permitted(draft, what, brace, firm, leader.orElse(""));
                }
            }
        }

        /**
         * Adds a counter if this user is permitted to count it.
         *
         * @param leader required leader's name in the processor's table; empty for none
         */
        private void permitted(Resolved.Draft draft, Modifiers what, int brace, boolean firm, String leader) {
            Event e = draft.event().named(what.on(draft.event().name()), draft.event().description());
            CountingRights rights = machine.rights();
            boolean needsKernel = draft.kernelSide() || what.explicit() && !what.user();
            if (!rights.kernel() && needsKernel) {
                notCounted.add(NotCountedReasons.kernelForbidden(e.name(), rights));
                return;
            }
            Modifiers exact = what.precise(e.source() == Source.PMU ? machine.pmus().maxPrecision() : 0);
            // All events with the same required leader share one group, independent of their position in the list.
            String leads = leader.isEmpty() ? "" : led.is(draft.event(), leader) ? e.name() : what.on(leader);
            GroupKey key = leads.isEmpty() ? new GroupKey(brace, draft.ownGroup()) : new GroupKey(0, what.on(leader));
            int group = groups.computeIfAbsent(key, k -> groups.size());
            Event event = e.counting(rights.kernel() || e.wide() ? exact : exact.userOnly())
                    .inGroup(group, firm || !leads.isEmpty())
                    .ledBy(leads)
                    .occupying(leads.isEmpty() ? Math.max(e.counters(), wide.counters(machine.cpu(), e)) : 0);
            Event before = events.putIfAbsent(e.name(), event);
            if (before != null && !event.leads()) {
                remarks.add(e.name() + " is listed twice and counted once");
            }
        }

        boolean onlySockets() {
            return !events.isEmpty() && events.values().stream().allMatch(Event::wide);
        }

        EventSelection selection(String list) {
            // A sum needs all of its parts.
            List<EventSum> complete = sums.stream()
                    .filter(s -> events.keySet().containsAll(s.summands()))
                    .filter(s -> !cpuWide || s.summands().size() == 1
                            || s.summands().stream().noneMatch(name -> events.get(name).wide()))
                    .toList();
            return new EventSelection(list, List.copyOf(events.values()), notCounted, complete, remarks);
        }
    }

    /**
     * Events that the kernel counts only in a group with a certain leader, by the processor's table. Intel's topdown-*
     * events need slots as leader because they share its register. Events are matched by code, independent of their
     * name.
     */
    private static final class LedGroups {
        private final Machine machine;
        private Microarchitecture table;

        LedGroups(Machine machine) {
            this.machine = machine;
        }

        /**
         * Returns the required leader of an event, the event itself if it is such a leader, or empty if it needs none.
         */
        Optional<String> leader(Event event) {
            if (event.source() != Source.PMU
                    || event.placements().stream().noneMatch(p -> ofCore(p.encoding().type()))) {
                return Optional.empty();
            }
            return table().events()
                    .values()
                    .stream()
                    .filter(d -> !d.leader().isEmpty()
                            && (d.config() == event.encoding().config() || is(event, d.leader())))
                    .map(EventDefinition::leader)
                    .findFirst();
        }

        /** Returns true if the event has the leader's code, independent of its name. */
        boolean is(Event event, String leader) {
            return table().event(leader).filter(d -> d.config() == event.encoding().config()).isPresent();
        }

        /**
         * Returns the reason why an event with a required leader cannot be counted here, or empty if it can. Some
         * hypervisors pass on the counters without the shared register.
         */
        Optional<NotCounted> obstacle(String name, String leader) {
            return machine.pmus().corePmus().stream().anyMatch(p -> p.events().containsKey(leader)) ? Optional.empty()
                    : Optional
                            .of(new NotCounted(name,
                                    "its counter register is not visible here: " + PmuTree.FOLDER
                                            + "/cpu/events has no " + leader,
                                    "count topdown.* and uops_retired.* instead: --metrics topdown does so"));
        }

        private boolean ofCore(int type) {
            return machine.pmus().corePmus().stream().anyMatch(p -> p.type() == type);
        }

        private Microarchitecture table() {
            if (table == null) {
                table = Microarchitectures.of(machine.processor());
            }
            return table;
        }
    }
}
