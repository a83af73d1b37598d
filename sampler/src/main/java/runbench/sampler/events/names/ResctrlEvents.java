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
import runbench.sampler.events.NotCounted;
import runbench.sampler.events.PerfType;
import runbench.sampler.events.Placement;
import runbench.sampler.events.Source;
import runbench.sampler.events.machine.Machine;

/**
 * What the kernel monitors of a program's caches and memory traffic, {@code resctrl/mbm_total_bytes/}: files, no perf
 * events.
 */
public final class ResctrlEvents {
    /** Where the kernel's interface is mounted. */
    public static final String ROOT = "/sys/fs/resctrl";
    /** What the last-level caches of this machine can monitor, one a line. */
    public static final String FEATURES = ROOT + "/info/L3_MON/mon_features";
    /** To mount it. */
    public static final String MOUNT = "sudo mount -t resctrl resctrl " + ROOT;

    private static final String PREFIX = "resctrl/";
    /** PERF_COUNT_SW_DUMMY: nothing of perf counts here. */
    private static final long DUMMY = 9;
    private static final Map<String, String[]> KNOWN = new LinkedHashMap<>();

    static {
        KNOWN.put("llc_occupancy", new String[]{"B ms",
                "bytes of the last-level caches that the program's lines occupied, summed over time"});
        KNOWN.put("mbm_total_bytes",
                new String[]{"B", "bytes between the last-level caches and memory for the program, near and far"});
        KNOWN.put("mbm_local_bytes",
                new String[]{"B", "bytes between the last-level caches and near memory for the program"});
    }

    private ResctrlEvents() {
    }

    static boolean named(String word) {
        return word.startsWith(PREFIX);
    }

    /** The file of a monitoring group that an event is read from. */
    public static String file(Event event) {
        return event.name().substring(PREFIX.length(), event.name().length() - 1);
    }

    static Resolved resolve(String word, Machine machine) {
        String name = word.substring(PREFIX.length()).replaceFirst("/$", "");
        String[] known = KNOWN.get(name);
        if (known == null) {
            String near = NearestNames.didYouMean(name, List.copyOf(KNOWN.keySet()));
            throw RunbenchException
                    .badInput("event '" + Printable.of(word) + "': resctrl monitors nothing of this name")
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
                    "this processor or kernel monitors no caches for programs (no resctrl in /proc/filesystems)",
                    machine.cpu().virtual() ? "run on bare metal"
                            : "a kernel with CONFIG_X86_CPU_RESCTRL, on a processor with cqm_mbm_total among its flags"));
        }
        if (!machine.files().exists(ROOT + "/info")) {
            return Optional.of(new NotCounted(event, "resctrl is not mounted at " + ROOT, MOUNT));
        }
        List<String> features = machine.files().lines(FEATURES);
        return features.contains(name) ? Optional.empty()
                : Optional.of(new NotCounted(event,
                        "the last-level caches here do not monitor it"
                                + (features.isEmpty() ? "" : "; they do: " + String.join(", ", features)),
                        "runbench doctor says what they monitor"));
    }
}
