package runbench.sampler.environment;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import runbench.sampler.events.machine.SystemFiles;

/**
 * The machine's state that can influence a measurement. Values that cannot be read are null.
 *
 * @param governors distinct frequency governors of all CPUs
 * @param frequencyDriver driver that sets the clock frequency
 * @param boost true if clocks above the nominal frequency are allowed; their height depends on temperature
 * @param smt true if simultaneous multithreading is active
 * @param aslr address space randomization: 0 off, 1 or 2 on
 * @param hugePages transparent huge pages: always, madvise or never
 * @param numaBalancing true if the kernel migrates pages between NUMA nodes
 * @param load load average of the last minute
 * @param temperatureC hottest processor sensor, degrees Celsius
 * @param kernel kernel release
 * @param microcode microcode revision
 * @param cpusOnline online CPUs in the kernel's list format
 * @param limits limits of the control group
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MachineState(List<String> governors, @JsonProperty("frequency_driver") String frequencyDriver,
        Boolean boost, Boolean smt, Integer aslr, @JsonProperty("huge_pages") String hugePages,
        @JsonProperty("numa_balancing") Boolean numaBalancing, Double load,
        @JsonProperty("temperature_c") Double temperatureC, String kernel, String microcode,
        @JsonProperty("cpus_online") String cpusOnline, GroupLimits limits) {

    private static final String CPU = "/sys/devices/system/cpu/";

    /**
     * Reads the state, which takes some milliseconds.
     *
     * @param files this machine's files, or a copy of another machine's
     * @return the state
     */
    public static MachineState read(SystemFiles files) {
        return new MachineState(governors(files), files.text(CPU + "cpu0/cpufreq/scaling_driver").orElse(null),
                boost(files), files.number(CPU + "smt/active").map(n -> n != 0).orElse(null),
                files.number("/proc/sys/kernel/randomize_va_space").map(Long::intValue).orElse(null),
                files.text("/sys/kernel/mm/transparent_hugepage/enabled").flatMap(MachineState::chosen).orElse(null),
                files.number("/proc/sys/kernel/numa_balancing").map(n -> n != 0).orElse(null), load(files),
                temperature(files), files.text("/proc/sys/kernel/osrelease").orElse(null), microcode(files),
                files.text(CPU + "online").orElse(null), GroupLimits.read(files));
    }

    /** Returns the load average of the last minute, or null. */
    public static Double load(SystemFiles files) {
        return files.text("/proc/loadavg").flatMap(t -> number(t.split(" ")[0])).orElse(null);
    }

    /** Returns the temperature of the hottest processor sensor in degrees Celsius, or null. */
    public static Double temperature(SystemFiles files) {
        return Temperatures.hottest(files).orElse(null);
    }

    private static List<String> governors(SystemFiles files) {
        TreeSet<String> all = new TreeSet<>();
        for (String policy : files.names(CPU + "cpufreq")) {
            files.text(CPU + "cpufreq/" + policy + "/scaling_governor").ifPresent(all::add);
        }
        return all.isEmpty() ? null : List.copyOf(all);
    }

    private static String microcode(SystemFiles files) {
        for (String line : files.lines("/proc/cpuinfo")) {
            if (line.startsWith("microcode")) {
                return line.substring(line.indexOf(':') + 1).strip();
            }
        }
        return null;
    }

    private static Boolean boost(SystemFiles files) {
        return files.number(CPU + "intel_pstate/no_turbo")
                .map(n -> n == 0)
                .or(() -> files.number(CPU + "cpufreq/boost").map(n -> n != 0))
                .orElse(null);
    }

    /** Returns the word in brackets: "madvise" of "always [madvise] never". */
    private static Optional<String> chosen(String words) {
        int from = words.indexOf('[');
        int to = words.indexOf(']');
        return from < 0 || to < from ? Optional.empty() : Optional.of(words.substring(from + 1, to));
    }

    static Optional<Double> number(String text) {
        try {
            return Optional.of(Double.valueOf(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * The limits of this process's control group and the groups above it. Null means no limit, or an unreadable one.
     *
     * @param cpus CPU time limit in CPUs; 1.5 is 150 ms per 100 ms
     * @param cpuset usable CPUs in the kernel's list format
     * @param memoryBytes memory limit in bytes, at which the kernel kills tasks of the group
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record GroupLimits(Double cpus, String cpuset, @JsonProperty("memory_bytes") Long memoryBytes) {
        private static final String ROOT = "/sys/fs/cgroup";
        /** The smallest value that means "no limit": cgroup version 1 writes the largest multiple of a page. */
        private static final long NO_LIMIT = 1L << 60;

        static GroupLimits read(SystemFiles files) {
            Double cpus = null;
            Long memory = null;
            String cpuset = null;
            for (String folder : folders(files, "cpu")) {
                cpus = minimum(cpus, share(files, folder));
            }
            for (String folder : folders(files, "memory")) {
                Long bytes = files.number(folder + "/memory.max").orElse(null);
                bytes = bytes != null ? bytes : files.number(folder + "/memory.limit_in_bytes").orElse(null);
                memory = minimum(memory, bytes != null && bytes < NO_LIMIT ? bytes : null);
            }
            for (String folder : folders(files, "cpuset")) {
                String list = files.text(folder + "/cpuset.cpus.effective").orElse(null);
                list = list != null ? list : files.text(folder + "/cpuset.effective_cpus").orElse("");
                cpuset = cpuset == null && !list.isEmpty() ? list : cpuset;
            }
            return new GroupLimits(cpus, cpuset, memory);
        }

        /** Returns the CPU limit of one group in CPUs, or null if it has none. */
        private static Double share(SystemFiles files, String folder) {
            Optional<String> max = files.text(folder + "/cpu.max");
            if (max.isPresent()) {
                return share(max.get());
            }
            long quota = files.number(folder + "/cpu.cfs_quota_us").orElse(0L);
            long period = files.number(folder + "/cpu.cfs_period_us").orElse(0L);
            return quota > 0 && period > 0 ? (Double) ((double) quota / period) : null;
        }

        /** Returns the folders of this process's group and of the groups above it, innermost first. */
        private static List<String> folders(SystemFiles files, String controller) {
            List<String> all = new ArrayList<>();
            for (String line : files.lines("/proc/self/cgroup")) {
                String[] parts = line.split(":", 3);
                if (parts.length < 3) {
                    continue;
                }
                boolean unified = parts[1].isEmpty();
                if (unified || List.of(parts[1].split(",")).contains(controller)) {
                    String top = unified ? ROOT : ROOT + "/" + parts[1];
                    String path = parts[2].equals("/") ? "" : parts[2];
                    for (; !path.isEmpty(); path = path.substring(0, path.lastIndexOf('/'))) {
                        all.add(top + path);
                    }
                    all.add(top); // In a container, this is the container's own group.
                }
            }
            return all;
        }

        /** Parses {@code cpu.max}: "150000 100000" is 1.5 CPUs, "max 100000" is no limit (null). */
        private static Double share(String text) {
            String[] words = text.split(" ");
            Double quota = words.length < 2 ? null : MachineState.number(words[0]).orElse(null);
            Double period = quota == null ? null : MachineState.number(words[1]).orElse(null);
            return period == null ? null : (Double) (quota / period);
        }

        private static <T extends Comparable<T>> T minimum(T a, T b) {
            return a == null || b != null && b.compareTo(a) < 0 ? b : a;
        }
    }

    /**
     * Reads processor temperature sensors. Sensors behind the firmware are skipped: a reading can take many
     * milliseconds.
     */
    static final class Temperatures {
        private static final Set<String> CHIPS = Set.of("coretemp", "k10temp", "zenpower", "cpu_thermal",
                "soc_thermal");
        private static final Set<String> ZONES = Set.of("x86_pkg_temp", "cpu-thermal", "cpu_thermal", "soc-thermal",
                "soc_thermal");
        private static final String HWMON = "/sys/class/hwmon/";
        private static final String THERMAL = "/sys/class/thermal/";

        private Temperatures() {
        }

        static Optional<Double> hottest(SystemFiles files) {
            Long hottest = hotter(files, HWMON, "/name", CHIPS, "/temp1_input", null);
            hottest = hotter(files, THERMAL, "/type", ZONES, "/temp", hottest);
            return hottest == null ? Optional.empty() : Optional.of(hottest / 1000.0);
        }

        /**
         * Returns the hottest known sensor in a folder. Uses loops: loading the stream classes takes longer than
         * reading.
         */
        private static Long hotter(SystemFiles files, String folder, String kind, Set<String> known, String value,
                Long than) {
            Long hottest = than;
            for (String sensor : files.names(folder.substring(0, folder.length() - 1))) {
                Optional<String> its = files.text(folder + sensor + kind);
                Optional<Long> milli = its.isPresent() && known.contains(its.get())
                        ? files.number(folder + sensor + value)
                        : Optional.empty();
                if (milli.isPresent() && (hottest == null || milli.get() > hottest)) {
                    hottest = milli.get();
                }
            }
            return hottest;
        }
    }

    /**
     * The time of all CPUs since boot, summed, in the kernel's ticks.
     *
     * @param all ticks of all kinds
     * @param stolen ticks in which the hypervisor ran other guests although this machine had work
     */
    public record CpuTimes(long all, long stolen) {
        private static final int KINDS = 8;
        private static final int STOLEN = 7;

        /** Reads {@code /proc/stat}; returns empty if it is missing or has another form. */
        public static Optional<CpuTimes> read(SystemFiles files) {
            return files.lines("/proc/stat")
                    .stream()
                    .filter(l -> l.startsWith("cpu "))
                    .findFirst()
                    .flatMap(CpuTimes::parse);
        }

        private static Optional<CpuTimes> parse(String line) {
            try {
                long[] ticks = Arrays.stream(line.substring(4).strip().split(" +"))
                        .mapToLong(Long::parseLong)
                        .limit(KINDS)
                        .toArray();
                return ticks.length < KINDS ? Optional.empty()
                        : Optional.of(new CpuTimes(Arrays.stream(ticks).sum(), ticks[STOLEN]));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        /**
         * Returns the share of stolen time since an earlier reading.
         *
         * @param before the earlier reading
         * @return the share, 0 to 1, or empty if less than one tick has passed
         */
        public Optional<Double> stolenSince(CpuTimes before) {
            return all <= before.all ? Optional.empty()
                    : Optional.of(Math.max(0, stolen - before.stolen) / (double) (all - before.all));
        }
    }
}
