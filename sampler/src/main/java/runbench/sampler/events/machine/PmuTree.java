package runbench.sampler.events.machine;

import java.util.List;
import java.util.Optional;
import runbench.base.name.Glob;

/** The kernel's event sources, {@code /sys/bus/event_source/devices}. Each is read on demand. */
public final class PmuTree {
    /** The folder of the event sources in sysfs. */
    public static final String FOLDER = "/sys/bus/event_source/devices";

    private final SystemFiles files;
    private final List<String> names;

    public PmuTree(SystemFiles files) {
        this.files = files;
        this.names = files.names(FOLDER);
    }

    /** Returns the names of all event sources, sorted; empty if sysfs is not mounted. */
    public List<String> names() {
        return names;
    }

    /** Returns the event source with this exact name, or empty if there is none. */
    public Optional<Pmu> find(String name) {
        return names.contains(name) ? Pmu.read(files, name) : Optional.empty();
    }

    /**
     * Returns the event sources that a word before a slash selects, by the rules of perf-list(1):
     *
     * <ul> <li>an exact name selects that source; <li>{@code cpu} selects all core types; <li>a pattern selects all
     * matches; <li>a prefix selects numbered sources: {@code imc} selects {@code uncore_imc_0} and
     * {@code uncore_imc_1}. </ul>
     */
    public List<Pmu> matching(String word) {
        if (names.contains(word)) {
            return find(word).map(List::of).orElse(List.of());
        }
        List<Pmu> cores = corePmus();
        if (word.equals("cpu")) {
            return cores;
        }
        return names.stream().filter(n -> {
            String name = n.startsWith("uncore_") && !word.startsWith("uncore_") ? n.substring("uncore_".length()) : n;
            return Glob.is(word) ? Glob.matches(word, name)
                    : name.startsWith(word) && name.substring(word.length()).matches("_?[0-9]+");
        }).flatMap(n -> find(n).stream()).toList();
    }

    /** Returns the maximum precise_ip of the counters, or 0 if the kernel does not report it. */
    public int maxPrecision() {
        return names.stream()
                .flatMap(n -> files.number(FOLDER + "/" + n + "/caps/max_precise").stream())
                .mapToInt(Long::intValue)
                .min()
                .orElse(0);
    }

    /**
     * Returns the core PMUs, one per core type: {@code cpu} on x86; on hybrid and Arm machines the PMUs with a
     * {@code cpus} file.
     */
    public List<Pmu> corePmus() {
        return names.stream()
                .filter(n -> n.equals("cpu") || files.exists(FOLDER + "/" + n + "/cpus"))
                .flatMap(n -> Pmu.read(files, n).stream())
                .toList();
    }
}
