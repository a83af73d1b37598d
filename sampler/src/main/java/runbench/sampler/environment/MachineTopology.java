package runbench.sampler.environment;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import runbench.base.process.CpuSet;
import runbench.base.quantity.Units;
import runbench.sampler.events.machine.CpuIdentity;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;

/**
 * The sockets, cores, hardware threads, caches and NUMA nodes of a machine, as the kernel describes them in /sys.
 *
 * @param processor name of the processor
 * @param threads online hardware threads in ascending order of their CPU numbers
 * @param caches caches, from the level 1 data cache outwards
 * @param nodes NUMA nodes; empty if the kernel has no support for them
 * @param allowedCpus CPUs on which this process may run, in the kernel's list format
 * @param allowedNodes nodes in which this process may allocate memory, in the kernel's list format
 * @param offlineCpus CPUs that are present but offline, in the kernel's list format; empty if there are none
 */
public record MachineTopology(String processor, List<HardwareThread> threads, List<Cache> caches, List<Node> nodes,
        @JsonProperty("allowed_cpus") String allowedCpus, @JsonProperty("allowed_nodes") String allowedNodes,
        @JsonProperty("offline_cpus") String offlineCpus) {
    private static final String CPUS = "/sys/devices/system/cpu/";
    private static final String NODES = "/sys/devices/system/node";

    /**
     * One hardware thread, which the kernel calls a CPU.
     *
     * @param cpu number of the CPU
     * @param socket number of the socket (package)
     * @param die number of the die within the socket
     * @param core number of the core; cores are numbered from 0 over all sockets, in the order of their first CPUs
     * @param thread number of the hardware thread within its core, from 0
     * @param kind kind of core on a hybrid processor: {@code cpu_core}, {@code cpu_atom}, or {@code capacity 446} on
     *     Arm; null if all cores are of one kind
     * @param allowed whether this process may run on it
     * @param governor frequency governor; null if unknown
     * @param minHz lower limit of the clock frequency, Hz; null if unknown
     * @param maxHz upper limit of the clock frequency, Hz; null if unknown
     */
    public record HardwareThread(int cpu, int socket, int die, int core, int thread, String kind, boolean allowed,
            String governor, @JsonProperty("min_hz") Long minHz, @JsonProperty("max_hz") Long maxHz) {}

    /**
     * A cache that some CPUs share.
     *
     * @param level level, from 1
     * @param type data, instruction or unified
     * @param bytes size
     * @param ways ways of associativity; 0 if unknown
     * @param lineBytes length of a line, bytes; 0 if unknown
     * @param cpus CPUs that share it, in the kernel's list format
     */
    public record Cache(int level, String type, long bytes, int ways, @JsonProperty("line_bytes") int lineBytes,
            String cpus) {
        /** Returns the cache without its CPUs: {@code L2 3072 KiB, 12 ways, lines of 64 bytes}. */
        public String text() {
            return "L" + level + (type.equals("unified") ? "" : " " + type) + " " + bytes / 1024 + " KiB"
                    + (ways > 0 ? ", " + Units.counted(ways, "way") : "")
                    + (lineBytes > 0 ? ", lines of " + lineBytes + " bytes" : "");
        }
    }

    /**
     * A NUMA node.
     *
     * @param node number of the node
     * @param cpus its CPUs, in the kernel's list format; empty for a node of memory only
     * @param bytes size of its memory; null if unknown
     * @param freeBytes unused memory; null if unknown
     * @param distances relative distances to all nodes, in their order; 10 is local
     */
    public record Node(int node, String cpus, Long bytes, @JsonProperty("free_bytes") Long freeBytes,
            List<Integer> distances) {}

    /**
     * Reads the topology.
     *
     * @param files this machine's files, or a copy of another machine's
     */
    public static MachineTopology read(SystemFiles files) {
        List<Integer> online = list(files.text(CPUS + "online").orElse("0"));
        List<String> status = files.lines("/proc/self/status");
        String allowed = CpuSet.allowed(status).orElseGet(() -> CpuSet.text(online));
        List<Integer> offline = new ArrayList<>(list(files.text(CPUS + "present").orElse("")));
        offline.removeAll(online);
        CpuIdentity cpu = Machine.read(files).cpu();
        return new MachineTopology(cpu.name(), threads(files, online, list(allowed)), caches(files, online),
                nodes(files), allowed, CpuSet.allowedNodes(status).orElse("0"), CpuSet.text(offline));
    }

    private static List<HardwareThread> threads(SystemFiles files, List<Integer> online, List<Integer> allowed) {
        Map<Integer, String> kinds = kinds(files, online);
        Map<String, Integer> cores = new LinkedHashMap<>();
        Map<String, Integer> siblings = new LinkedHashMap<>();
        List<HardwareThread> threads = new ArrayList<>();
        for (int cpu : online) {
            String folder = CPUS + "cpu" + cpu + "/topology/";
            int socket = Math.max(0, files.number(folder + "physical_package_id").orElse(0L).intValue());
            int die = Math.max(0, files.number(folder + "die_id").orElse(0L).intValue());
            String core = files.text(folder + "thread_siblings_list").orElse(String.valueOf(cpu));
            int number = cores.computeIfAbsent(core, c -> cores.size());
            int thread = siblings.merge(core, 1, Integer::sum) - 1;
            String limits = CPUS + "cpu" + cpu + "/cpufreq/";
            threads.add(new HardwareThread(cpu, socket, die, number, thread, kinds.get(cpu), allowed.contains(cpu),
                    files.text(limits + "scaling_governor").orElse(null), hertz(files, limits + "scaling_min_freq"),
                    hertz(files, limits + "scaling_max_freq")));
        }
        return threads;
    }

    private static Long hertz(SystemFiles files, String file) {
        return files.number(file).map(khz -> khz * 1000).orElse(null);
    }

    /** Returns the kind of core of each CPU; empty if all cores are of one kind. */
    private static Map<Integer, String> kinds(SystemFiles files, List<Integer> online) {
        Map<Integer, String> kinds = new TreeMap<>();
        for (String pmu : List.of("cpu_core", "cpu_atom", "cpu_lowpower")) {
            files.text("/sys/devices/" + pmu + "/cpus").ifPresent(cpus -> list(cpus).forEach(c -> kinds.put(c, pmu)));
        }
        if (kinds.isEmpty()) {
            for (int cpu : online) {
                files.number(CPUS + "cpu" + cpu + "/cpu_capacity").ifPresent(c -> kinds.put(cpu, "capacity " + c));
            }
        }
        return kinds.values().stream().distinct().count() < 2 ? Map.of() : kinds;
    }

    private static List<Cache> caches(SystemFiles files, List<Integer> online) {
        Map<Cache, Cache> caches = new LinkedHashMap<>();
        for (int cpu : online) {
            cachesOf(files, cpu).forEach(c -> caches.putIfAbsent(c, c));
        }
        return caches.keySet()
                .stream()
                .sorted(Comparator.comparingInt(Cache::level)
                        .thenComparing(Cache::type)
                        .thenComparing(c -> list(c.cpus()).stream().findFirst().orElse(0)))
                .toList();
    }

    /** Returns the caches of one CPU, in the kernel's order. Caches without a size are left out. */
    public static List<Cache> cachesOf(SystemFiles files, int cpu) {
        List<Cache> caches = new ArrayList<>();
        String folder = CPUS + "cpu" + cpu + "/cache";
        for (String index : files.names(folder)) {
            String at = folder + "/" + index + "/";
            Optional<Long> size = files.text(at + "size").flatMap(MachineTopology::bytes);
            size.ifPresent(bytes -> caches.add(new Cache(files.number(at + "level").orElse(0L).intValue(),
                    files.text(at + "type").orElse("unified").toLowerCase(Locale.ROOT), bytes,
                    Math.max(0, files.number(at + "ways_of_associativity").orElse(0L).intValue()),
                    files.number(at + "coherency_line_size").orElse(0L).intValue(),
                    files.text(at + "shared_cpu_list").orElse(String.valueOf(cpu)))));
        }
        return caches;
    }

    /** Returns the bytes of the kernel's size of a cache, {@code 32K}. */
    private static Optional<Long> bytes(String size) {
        if (!size.matches("[0-9]{1,12}[KMG]?")) {
            return Optional.empty();
        }
        int unit = "KMG".indexOf(size.charAt(size.length() - 1)) + 1;
        return Optional.of(Long.parseLong(size.replaceAll("\\D", "")) << 10 * unit);
    }

    private static List<Node> nodes(SystemFiles files) {
        List<Node> nodes = new ArrayList<>();
        for (int node : list(files.text(NODES + "/online").orElse(""))) {
            String folder = NODES + "/node" + node + "/";
            List<String> memory = files.lines(folder + "meminfo");
            List<Integer> distances = new ArrayList<>();
            for (String word : files.text(folder + "distance").orElse("").split("\\s+")) {
                if (word.matches("[0-9]{1,6}")) {
                    distances.add(Integer.valueOf(word));
                }
            }
            nodes.add(new Node(node, files.text(folder + "cpulist").orElse(""), memoryBytes(memory, "MemTotal:"),
                    memoryBytes(memory, "MemFree:"), List.copyOf(distances)));
        }
        return nodes;
    }

    /** Returns the bytes of a line of the kernel's meminfo, which has KiB; null without such a line. */
    public static Long memoryBytes(List<String> lines, String label) {
        return lines.stream()
                .filter(l -> l.contains(label))
                .map(l -> l.substring(l.indexOf(label) + label.length()).replaceAll("\\D", ""))
                .filter(digits -> !digits.isEmpty())
                .map(digits -> Long.parseLong(digits) * 1024)
                .findFirst()
                .orElse(null);
    }

    /** Returns the numbers of a list of the kernel; none if it is empty. */
    static List<Integer> list(String kernelList) {
        return kernelList.isBlank() ? List.of() : CpuSet.parse(kernelList);
    }

    /** Returns the online hardware threads on which this process may run. */
    public List<HardwareThread> usable() {
        return threads.stream().filter(HardwareThread::allowed).toList();
    }

    /**
     * Returns the domains that a list of CPUs can name as LIKWID does, each with its usable hardware threads: N the
     * machine, S0 a socket, D0 a die, C0 a last-level cache, M0 a NUMA node. The order is LIKWID's: first one thread of
     * each core, then the second threads.
     */
    public Map<String, List<HardwareThread>> domains() {
        Map<String, List<HardwareThread>> domains = new LinkedHashMap<>();
        domains.put("N", ordered(usable()));
        usable().stream()
                .mapToInt(HardwareThread::socket)
                .distinct()
                .sorted()
                .forEach(s -> domains.put("S" + s, ordered(usable().stream().filter(t -> t.socket() == s).toList())));
        List<String> dies = usable().stream().map(MachineTopology::die).distinct().toList();
        for (int d = 0; d < dies.size(); d++) {
            String die = dies.get(d);
            domains.put("D" + d, ordered(usable().stream().filter(t -> die(t).equals(die)).toList()));
        }
        int last = caches.stream().mapToInt(Cache::level).max().orElse(0);
        int number = 0;
        for (Cache c : caches.stream().filter(c -> c.level() == last && !c.type().equals("instruction")).toList()) {
            List<HardwareThread> of = within(c.cpus());
            if (!of.isEmpty()) {
                domains.put("C" + number++, of);
            }
        }
        for (Node node : nodes) {
            List<HardwareThread> of = within(node.cpus());
            if (!of.isEmpty()) {
                domains.put("M" + node.node(), of);
            }
        }
        return domains;
    }

    private static String die(HardwareThread t) {
        return t.socket() + "/" + t.die();
    }

    private List<HardwareThread> within(String cpus) {
        List<Integer> numbers = list(cpus);
        return ordered(usable().stream().filter(t -> numbers.contains(t.cpu())).toList());
    }

    private static List<HardwareThread> ordered(List<HardwareThread> threads) {
        return threads.stream()
                .sorted(Comparator.comparingInt(HardwareThread::thread).thenComparingInt(HardwareThread::cpu))
                .toList();
    }
}
