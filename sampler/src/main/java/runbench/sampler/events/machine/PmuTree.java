package runbench.sampler.events.machine;

import java.util.List;
import java.util.Optional;
import runbench.base.name.Glob;

/** The kernel's event sources, {@code /sys/bus/event_source/devices}. Each is read only when asked for. */
public final class PmuTree {
    /** Where the kernel shows them. */
    public static final String FOLDER = "/sys/bus/event_source/devices";

    private final SystemFiles files;
    private final List<String> names;

    public PmuTree(SystemFiles files) {
        this.files = files;
        this.names = files.names(FOLDER);
    }

    /** All of them, sorted; empty when sysfs is not mounted. */
    public List<String> names() {
        return names;
    }

    public Optional<Pmu> find(String name) {
        return names.contains(name) ? Pmu.read(files, name) : Optional.empty();
    }

    /**
     * Those that a word before a slash means: the one of this name, or as perf-list(1) has it, all that a pattern
     * matches or whose names end in numbers ({@code imc} stands for {@code uncore_imc_0} and {@code uncore_imc_1}), and
     * with {@code cpu} all core types.
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

    /** How precise its counters can be (precise_ip), 0 where the kernel does not say. */
    public int mostPrecise() {
        return names.stream()
                .flatMap(n -> files.number(FOLDER + "/" + n + "/caps/max_precise").stream())
                .mapToInt(Long::intValue)
                .min()
                .orElse(0);
    }

    /**
     * The PMUs that count for a program: {@code cpu} on x86; on hybrid and Arm machines those with a {@code cpus} file.
     * Several on a machine with several core types.
     */
    public List<Pmu> corePmus() {
        return names.stream()
                .filter(n -> n.equals("cpu") || files.exists(FOLDER + "/" + n + "/cpus"))
                .flatMap(n -> Pmu.read(files, n).stream())
                .toList();
    }
}
