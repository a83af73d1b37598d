package runbench.sampler.events;

import java.util.List;
import java.util.Optional;

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
