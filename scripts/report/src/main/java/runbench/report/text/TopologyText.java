package runbench.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import runbench.base.process.CpuSet;
import runbench.base.quantity.Units;
import runbench.sampler.environment.MachineTopology;
import runbench.sampler.environment.MachineTopology.Cache;
import runbench.sampler.environment.MachineTopology.HardwareThread;
import runbench.sampler.environment.MachineTopology.Node;

/** Prints the sockets, cores, hardware threads, caches and NUMA nodes of a machine. */
public final class TopologyText {
    private TopologyText() {
    }

    public static void print(MachineTopology t, PrintWriter out) {
        out.println(t.processor());
        out.printf("  %s, %s, %s, %s%n", Units.counted(distinct(t, HardwareThread::socket), "socket"),
                Units.counted(distinct(t, HardwareThread::core), "core"),
                Units.counted(t.threads().size(), "hardware thread"),
                t.nodes().isEmpty() ? "no NUMA nodes" : Units.counted(t.nodes().size(), "NUMA node"));
        if (!t.offlineCpus().isEmpty()) {
            out.printf("  offline: CPUs %s%n", t.offlineCpus());
        }
        List<Integer> refused = t.threads().stream().filter(h -> !h.allowed()).map(HardwareThread::cpu).toList();
        if (!refused.isEmpty()) {
            out.printf("  this process may run on CPUs %s only%n", t.allowedCpus());
        }
        out.printf("%n%s%n%ncaches:%n", TextTable.text(threads(t)));
        caches(t, out);
        if (!t.nodes().isEmpty()) {
            out.printf("%nNUMA nodes:%n%s%n", TextTable.text(nodes(t)).indent(2).stripTrailing());
        }
        out.printf("%ndomains of --cpu-list, one hardware thread of each core first:%n");
        t.domains()
                .forEach((name, threads) -> out.printf("  %-4s CPUs %s%n", name,
                        threads.stream().map(h -> String.valueOf(h.cpu())).collect(Collectors.joining(","))));
    }

    private static long distinct(MachineTopology t, java.util.function.ToIntFunction<HardwareThread> number) {
        return t.threads().stream().mapToInt(number).distinct().count();
    }

    private static List<String[]> threads(MachineTopology t) {
        boolean kinds = t.threads().stream().anyMatch(h -> h.kind() != null);
        boolean limits = t.threads().stream().anyMatch(h -> h.maxHz() != null);
        boolean allowed = t.threads().stream().anyMatch(h -> !h.allowed());
        List<String[]> rows = new ArrayList<>();
        rows.add(row("CPU", "socket", "die", "core", "thread", "siblings", kinds ? "kind" : null,
                limits ? "clock limits" : null, limits ? "governor" : null, allowed ? "usable" : null));
        Map<Integer, List<Integer>> cores = t.threads()
                .stream()
                .collect(Collectors.groupingBy(HardwareThread::core,
                        Collectors.mapping(HardwareThread::cpu, Collectors.toList())));
        for (HardwareThread h : t.threads()) {
            rows.add(row(text(h.cpu()), text(h.socket()), text(h.die()), text(h.core()), text(h.thread()),
                    CpuSet.text(cores.get(h.core())), kinds ? Objects.requireNonNullElse(h.kind(), "-") : null,
                    limits ? clock(h) : null, limits ? Objects.requireNonNullElse(h.governor(), "-") : null,
                    allowed ? h.allowed() ? "yes" : "no" : null));
        }
        return rows;
    }

    private static String clock(HardwareThread h) {
        return h.minHz() == null || h.maxHz() == null ? "-"
                : Units.si(h.minHz(), "Hz") + " to " + Units.si(h.maxHz(), "Hz");
    }

    private static String text(int number) {
        return String.valueOf(number);
    }

    private static String[] row(String... cells) {
        return java.util.Arrays.stream(cells).filter(Objects::nonNull).toArray(String[]::new);
    }

    /** Prints equal caches in one line, with the CPUs that share each. */
    private static void caches(MachineTopology t, PrintWriter out) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        t.caches().forEach(c -> groups.computeIfAbsent(size(c), x -> new ArrayList<>()).add(c.cpus()));
        groups.forEach((cache, cpus) -> out.printf("  %s: %s on CPUs %s%n", cache,
                cpus.size() == 1 ? "one" : String.valueOf(cpus.size()), String.join(" | ", cpus)));
        if (groups.isEmpty()) {
            out.println("  not described in /sys, as in some virtual machines; lstopo asks the processor itself");
        }
    }

    private static String size(Cache c) {
        return c.text().replace(c.bytes() / 1024 + " KiB", Units.bytes(c.bytes()));
    }

    private static List<String[]> nodes(MachineTopology t) {
        List<String[]> rows = new ArrayList<>();
        rows.add(row("node", "memory", "free", "CPUs", "distances"));
        for (Node n : t.nodes()) {
            rows.add(row(text(n.node()), n.bytes() == null ? "-" : Units.bytes(n.bytes()),
                    n.freeBytes() == null ? "-" : Units.bytes(n.freeBytes()), n.cpus().isEmpty() ? "none" : n.cpus(),
                    n.distances().stream().map(String::valueOf).collect(Collectors.joining(" "))));
        }
        return rows;
    }
}
