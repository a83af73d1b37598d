package runbench.sampler.probe;

import runbench.base.error.RunbenchException;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.KnownEvent;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.names.ResctrlEvents;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.Event.Placement;
import runbench.sampler.events.Event.Source;
import runbench.sampler.nativeapi.NativeApi;
import runbench.sampler.nativeapi.NativeApi.Trial;
import runbench.sampler.probe.Countability.Verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Probes events: opens each one and counts a short piece of work, because an opened event may still read 0. */
public final class EventProbe {
    /** A debug register for writes to 8 bytes; the self-test supplies the address. */
    private static final Placement WATCH_WRITES = new Placement(new Encoding(5, 2, 0, Long.BYTES), "", false);

    private final Machine machine;
    private final EventResolver resolver;
    private final NativeApi api;

    public EventProbe(Machine machine, EventResolver resolver, NativeApi api) {
        this.machine = machine;
        this.resolver = resolver;
        this.api = api;
    }

    public Countability probe(KnownEvent event) {
        if (event.kind() == KnownEvent.Kind.BREAKPOINT) {
            return judge(api.tryCount(WATCH_WRITES, scope()), Source.BREAKPOINT, false);
        }
        try {
            return probe(event.kind() == KnownEvent.Kind.VENDOR ? event.pmu() + "::" + event.name() : event.name());
        } catch (RunbenchException e) {
            return new Countability(Verdict.NO, e.getMessage(), e.remedy().orElse(""));
        }
    }

    /**
     * Probes an event by name, on every core type.
     *
     * @param name the name as typed
     * @throws RunbenchException exit code 2: the name is unknown
     */
    public Countability probe(String name) {
        EventSelection selection = resolver.resolve(name);
        List<Countability> parts = new ArrayList<>();
        // An event with a required leader cannot be opened alone; it counts if its leader does.
        List<Event> events = selection.events().stream().filter(e -> !e.follows()).toList();
        for (Event e : events) {
            Countability c = probe(e);
            parts.add(events.size() == 1 ? c : new Countability(c.verdict(), e.name() + ": " + detail(c), c.remedy()));
        }
        for (NotCounted n : selection.notCounted()) {
            parts.add(new Countability(Verdict.NO, n.reason(), n.remedy()));
        }
        if (parts.size() == 1) {
            return parts.get(0);
        }
        // A sum needs all of its events. A raw code with one event per core type is useful with one of them.
        Comparator<Countability> byVerdict = Comparator.comparing(Countability::verdict);
        Countability decisive = parts.stream()
                .min(selection.sums().isEmpty() ? byVerdict : byVerdict.reversed())
                .orElseThrow();
        return new Countability(decisive.verdict(),
                parts.stream().map(Countability::detail).collect(Collectors.joining("; ")),
                parts.stream()
                        .map(Countability::remedy)
                        .filter(r -> !r.isEmpty())
                        .distinct()
                        .collect(Collectors.joining("; ")));
    }

    /**
     * Probes an event on each core type. The worst result decides: the event is counted on all core types or on none.
     */
    public Countability probe(Event event) {
        if (event.source() == Source.RESCTRL) {
            return machine.files().writable(ResctrlEvents.ROOT + "/mon_groups")
                    ? new Countability(Verdict.READY, "can be monitored from the start of a program", "")
                    : new Countability(Verdict.NO,
                            "no permission to create monitoring groups in " + ResctrlEvents.ROOT + "/mon_groups",
                            "run as root");
        }
        if (event.placements().size() == 1) {
            return judge(api.tryCount(event.placements().get(0), event.modifiers()), event.source(),
                    event.placements().get(0).wide());
        }
        List<Countability> types = new ArrayList<>();
        List<String> counting = new ArrayList<>();
        for (Placement p : event.placements()) {
            Countability c = judge(api.tryCount(p, event.modifiers()), event.source(), false);
            types.add(new Countability(c.verdict(), "CPUs " + p.cpus() + ": " + detail(c), c.remedy()));
            machine.pmus()
                    .corePmus()
                    .stream()
                    .filter(pmu -> c.usable() && pmu.cpus().equals(p.cpus()))
                    .forEach(pmu -> counting.add(pmu.name() + "/" + event.name() + "/"));
        }
        Countability worst = types.stream().max(Comparator.comparing(Countability::verdict)).orElseThrow();
        return worst.verdict() == Verdict.COUNTS ? new Countability(Verdict.COUNTS, "", "")
                : new Countability(worst.verdict(),
                        types.stream().map(Countability::detail).collect(Collectors.joining("; ")),
                        worst.usable() || counting.isEmpty() ? worst.remedy()
                                : "count one core type: " + String.join(" or ", counting));
    }

    private Modifiers scope() {
        return resolver.resolve("page-faults")
                .events()
                .stream()
                .findFirst()
                .map(Event::modifiers)
                .orElse(Modifiers.NONE);
    }

    private static String detail(Countability c) {
        return c.detail().isEmpty() ? c.verdict().label() : c.detail();
    }

    private Countability judge(Trial trial, Source source, boolean wide) {
        if (trial.errno() != 0) {
            return refused(trial.errno(), source, wide);
        } else if (trial.value() > 0) {
            return new Countability(Verdict.COUNTS, "", "");
        } else if (trial.runningNanos() == 0) {
            return new Countability(Verdict.NEVER_RAN,
                    "the event was never scheduled: all counters are in use by other programs",
                    "sudo sysctl kernel.nmi_watchdog=0, and end other tools that count (sudo lsof | grep "
                            + "perf_event)");
        } else if (source == Source.BREAKPOINT) {
            return new Countability(Verdict.NO, "this machine accepts breakpoints but never counts them",
                    "run outside a virtual machine, or on one that emulates debug registers");
        } else if (source == Source.PMU) {
            return new Countability(Verdict.SILENT,
                    "it read 0 after " + trial.runningNanos() / 1000
                            + " us on a counter: a rare event, or not an event of this CPU",
                    "compare with the CPU's manual before trusting a 0");
        }
        return new Countability(Verdict.READY, "can be counted; the self-test does not trigger it", "");
    }

    private Countability refused(int errno, Source source, boolean wide) {
        boolean hardware = source == Source.PMU;
        Sandbox sandbox = Sandbox.read(machine.files());
        int paranoid = machine.rights().paranoid().orElse(2);
        return switch (errno) {
            case Errno.EACCES,
                    Errno.EPERM ->
                errno == Errno.EPERM && sandbox.seccomp()
                        ? no(errno, "the sandbox refuses perf_event_open", sandbox.remedy())
                        : no(errno, "not permitted: kernel.perf_event_paranoid is " + paranoid,
                                "sudo sysctl kernel.perf_event_paranoid=" + (wide ? 0 : 1) + ", or run as root");
            case Errno.ENOENT -> no(errno,
                    hardware ? "this machine's counters do not support it" : "this kernel does not support it", "");
            case Errno.ENODEV, Errno.EOPNOTSUPP -> no(errno, "this processor's counters do not support it", "");
            case Errno.EINVAL -> no(errno, "the kernel refuses it for this processor", "");
            case Errno.EBUSY -> no(errno, "the counter is in use",
                    "sudo sysctl kernel.nmi_watchdog=0, and end other tools that count (sudo lsof | grep "
                            + "perf_event)");
            case Errno.ENOSYS -> no(errno, "perf_event_open is not available",
                    sandbox.seccomp() || sandbox.container().isPresent() ? sandbox.remedy()
                            : "use a kernel with CONFIG_PERF_EVENTS");
            case Errno.EMFILE -> no(errno, "too many open files", "ulimit -n 65536");
            default -> no(errno, "refused", "");
        };
    }

    private static Countability no(int errno, String why, String remedy) {
        return new Countability(Verdict.NO, String.format(Locale.ROOT, "%s (%s)", why, Errno.name(errno)), remedy);
    }
}
