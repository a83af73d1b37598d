package runbench.sampler.events.names;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Printable;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.Encoding.PerfType;
import runbench.sampler.events.Event.Placement;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.machine.Machine;

/**
 * The cache and memory traffic events of the kernel's resctrl file system, such as {@code resctrl/mbm_total_bytes/}.
 * They are read from files, not from perf events.
 */
public final class ResctrlEvents {
    /** The mount point of resctrl. */
    public static final String ROOT = "/sys/fs/resctrl";
    /** The file with the monitoring features of the last-level caches, one per line. */
    public static final String FEATURES = ROOT + "/info/L3_MON/mon_features";
    /** The command that mounts resctrl. */
    public static final String MOUNT = "sudo mount -t resctrl resctrl " + ROOT;

    private static final String PREFIX = "resctrl/";
    /** PERF_COUNT_SW_DUMMY, a placeholder: perf counts nothing for these events. */
    private static final long DUMMY = 9;
    private static final Map<String, String[]> KNOWN = new LinkedHashMap<>();

    static {
        KNOWN.put("llc_occupancy",
                new String[]{"B ms", "bytes of the last-level caches that the program occupied, integrated over time"});
        KNOWN.put("mbm_total_bytes",
                new String[]{"B", "the program's bytes between the last-level caches and memory, local and remote"});
        KNOWN.put("mbm_local_bytes",
                new String[]{"B", "the program's bytes between the last-level caches and local memory"});
    }

    private ResctrlEvents() {
    }

    static boolean named(String word) {
        return word.startsWith(PREFIX);
    }

    /** Returns the name of the event's file in a monitoring group. */
    public static String file(Event event) {
        return event.name().substring(PREFIX.length(), event.name().length() - 1);
    }

    static Resolved resolve(String word, Machine machine) {
        String name = word.substring(PREFIX.length()).replaceFirst("/$", "");
        String[] known = KNOWN.get(name);
        if (known == null) {
            String near = NearestNames.didYouMean(name, List.copyOf(KNOWN.keySet()));
            throw RunbenchException.badInput("event '" + Printable.of(word) + "': resctrl has no event with this name")
                    .remedy((near.isEmpty() ? "" : near + " ") + "it has: "
                            + String.join(", ", KNOWN.keySet().stream().map(k -> PREFIX + k + "/").toList()));
        }
        String full = PREFIX + name + "/";
        Optional<NotCounted> obstacle = obstacle(full, name, machine);
        return obstacle.map(Resolved::not)
                .orElseGet(() -> Resolved.event(new Event(full, Source.RESCTRL, known[0], known[1],
                        List.of(new Placement(new Encoding(PerfType.SOFTWARE, DUMMY), "0", true)), Modifiers.NONE, 0,
                        false), false, "resctrl"));
    }

    private static Optional<NotCounted> obstacle(String event, String name, Machine machine) {
        if (machine.files().lines("/proc/filesystems").stream().noneMatch(l -> l.strip().endsWith("resctrl"))) {
            return Optional.of(new NotCounted(event,
                    "this processor or kernel has no cache monitoring (no resctrl in /proc/filesystems)",
                    machine.cpu().virtual() ? "run on bare metal"
                            : "use a kernel with CONFIG_X86_CPU_RESCTRL on a processor with the flag cqm_mbm_total"));
        }
        if (!machine.files().exists(ROOT + "/info")) {
            return Optional.of(new NotCounted(event, "resctrl is not mounted at " + ROOT, MOUNT));
        }
        List<String> features = machine.files().lines(FEATURES);
        return features.contains(name) ? Optional.empty()
                : Optional.of(new NotCounted(event,
                        "the last-level caches do not monitor it"
                                + (features.isEmpty() ? "" : "; they monitor: " + String.join(", ", features)),
                        "runbench doctor lists the monitored quantities"));
    }
}
