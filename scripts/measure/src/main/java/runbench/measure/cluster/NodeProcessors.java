package runbench.measure.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import runbench.align.run.Announcements;
import runbench.align.run.ClusterRecord;
import runbench.measure.SamplingSettings;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.machine.CpuIdentity;

/**
 * Compares the nodes' processors with this host's, whose event codes all nodes use.
 *
 * @param own this host's processor
 * @param byHost processors as the nodes report them
 */
record NodeProcessors(CpuIdentity own, Map<String, CpuIdentity> byHost) {
    /** Event types of perf_event_open(2) for which the kernel selects each processor's code. */
    private static final List<Integer> GENERIC_TYPES = List.of(0, 3);

    static NodeProcessors of(CpuIdentity own, List<Announcements.Report> ranks) {
        Map<String, CpuIdentity> byHost = new LinkedHashMap<>();
        ranks.forEach(r -> r.processor().ifPresent(lines -> byHost.putIfAbsent(r.host(), CpuIdentity.parse(lines))));
        return new NodeProcessors(own, byHost);
    }

    /** Returns the names of events whose codes are specific to one processor model. */
    static List<String> particular(SamplingSettings settings, boolean perNode) {
        return settings.events()
                .select(perNode)
                .events()
                .stream()
                .filter(e -> e.source() == Source.PMU && !GENERIC_TYPES.contains(e.encoding().type()))
                .map(e -> e.name())
                .toList();
    }

    /**
     * Returns the problems.
     *
     * @return one problem per processor model that differs from this host's; empty: all are the same
     */
    List<ClusterRecord.Problem> problems(List<String> particularEvents) {
        Map<CpuIdentity, List<String>> others = new LinkedHashMap<>();
        byHost.forEach((host, cpu) -> {
            if (!alike(cpu, own)) {
                others.computeIfAbsent(cpu, c -> new ArrayList<>()).add(host);
            }
        });
        return others.entrySet().stream().map(e -> problem(e.getKey(), e.getValue(), particularEvents)).toList();
    }

    private ClusterRecord.Problem problem(CpuIdentity cpu, List<String> hosts, List<String> events) {
        String which = hosts.stream().sorted().collect(Collectors.joining(", "));
        return new ClusterRecord.Problem(-1, which, "another processor than where the events were chosen",
                words(cpu) + ", not " + words(own)
                        + (events.isEmpty() ? "; the events of this run mean the same on both, rates do not compare"
                                : "; " + String.join(", ", events) + (events.size() == 1 ? " counts" : " count")
                                        + " something else there, or nothing"),
                events.isEmpty() ? null
                        : "start runbench on a node of that kind, or count what all processors have: -e"
                                + " cycles,instructions,cache-misses");
    }

    /** Returns whether two processors are the same model; event tables distinguish no more than this. */
    private static boolean alike(CpuIdentity a, CpuIdentity b) {
        return a.vendor().equals(b.vendor()) && a.family() == b.family() && a.model() == b.model();
    }

    private static String words(CpuIdentity cpu) {
        return cpu.name()
                + (cpu.vendor().equals("arm") ? "" : " (family " + cpu.family() + ", model " + cpu.model() + ")");
    }
}
