package runbench.sampler.environment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import runbench.base.error.RunbenchException;
import runbench.base.process.CpuSet;
import runbench.sampler.environment.MachineTopology.HardwareThread;

/**
 * The CPUs and NUMA nodes to which a program is bound. Its threads and children inherit them.
 *
 * @param cpuList the CPUs as typed; null: none
 * @param cpus CPUs in the kernel's list format; null: those of this process
 * @param memNodes NUMA nodes of its memory in the kernel's list format; null: any
 * @param governors distinct frequency governors of the CPUs; null if unknown
 * @param minHz smallest lower limit of the CPUs' clock frequency, Hz; null if unknown
 * @param maxHz largest upper limit, Hz; null if unknown
 */
public record Placement(String cpuList, String cpus, String memNodes, List<String> governors, Long minHz, Long maxHz) {
    /** The program is not bound. */
    public static final Placement NONE = new Placement(null, null, null, null, null, null);

    /**
     * Resolves lists of CPUs and nodes on a machine.
     *
     * @param cpuList CPUs in the form of {@link CpuExpression}; null: none
     * @param memNodes nodes in the form {@code 0,2-3}; null: none
     * @throws RunbenchException exit code 2: a list is malformed, or names what is absent or not permitted; exit code
     *     3: a CPU is offline, or the kernel has no NUMA nodes
     */
    public static Placement of(MachineTopology machine, String cpuList, String memNodes) {
        if (cpuList == null && memNodes == null) {
            return NONE;
        }
        List<Integer> cpus = cpuList == null ? null : new CpuExpression(machine, "--cpu-list").parse(cpuList);
        List<HardwareThread> on = machine.usable()
                .stream()
                .filter(t -> cpus == null || cpus.contains(t.cpu()))
                .toList();
        List<String> governors = on.stream()
                .map(HardwareThread::governor)
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
        return new Placement(cpuList, cpus == null ? null : CpuSet.text(cpus),
                memNodes == null ? null : nodes(machine, memNodes), governors.isEmpty() ? null : governors,
                on.stream().map(HardwareThread::minHz).filter(Objects::nonNull).min(Long::compare).orElse(null),
                on.stream().map(HardwareThread::maxHz).filter(Objects::nonNull).max(Long::compare).orElse(null));
    }

    private static String nodes(MachineTopology machine, String memNodes) {
        List<Integer> asked = CpuSet.parse("--mem-node", "node", memNodes);
        if (machine.nodes().isEmpty()) {
            throw RunbenchException.machine("--mem-node " + memNodes + ": this kernel has no NUMA nodes")
                    .remedy("leave --mem-node out: all memory is equally near");
        }
        List<Integer> usable = new ArrayList<>(MachineTopology.list(machine.allowedNodes()));
        List<Integer> present = machine.nodes().stream().map(MachineTopology.Node::node).toList();
        usable.retainAll(present);
        for (int node : asked) {
            if (!usable.contains(node)) {
                throw RunbenchException
                        .badInput("--mem-node " + memNodes + ": "
                                + (present.contains(node) ? "this process may not use the memory of node " + node
                                        : "this machine has no NUMA node " + node))
                        .remedy("choose among nodes " + CpuSet.text(usable));
            }
        }
        return CpuSet.text(asked);
    }

    /** Returns the known facts by their names in JSON, for the metadata of a recording. */
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("cpu_list", cpuList);
        facts.put("cpus", cpus);
        facts.put("mem_nodes", memNodes);
        facts.put("governors", governors);
        facts.put("min_hz", minHz);
        facts.put("max_hz", maxHz);
        facts.values().removeIf(Objects::isNull);
        return facts;
    }

    /** Returns whether the program is bound to CPUs or nodes. */
    public boolean isBound() {
        return cpus != null || memNodes != null;
    }
}
