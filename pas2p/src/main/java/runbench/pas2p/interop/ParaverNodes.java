package runbench.pas2p.interop;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.pas2p.trace.MpiTrace;

/**
 * The placement of ranks in Paraver's numbering: nodes from 1, one CPU per rank, counted node by node; threads share
 * the CPU of their rank.
 */
final class ParaverNodes {
    private final Map<String, Integer> ranksOn = new LinkedHashMap<>();
    private final int[] node;
    private final int[] cpu;
    private final int[] threads;

    ParaverNodes(MpiTrace trace) {
        int ranks = trace.ranks();
        node = new int[ranks];
        cpu = new int[ranks];
        threads = new int[ranks];
        for (int l = 0; l < trace.locations(); l++) {
            threads[trace.rankOf(l)]++;
        }
        int[] place = new int[ranks];
        Map<String, Integer> number = new LinkedHashMap<>();
        for (int r = 0; r < ranks; r++) {
            String host = trace.present(r) ? trace.header(r).host() : "";
            node[r] = number.computeIfAbsent(host, h -> number.size() + 1);
            place[r] = ranksOn.merge(host, 1, Integer::sum);
        }
        for (int r = 0; r < ranks; r++) {
            cpu[r] = ranksOn.values().stream().limit(node[r] - 1L).mapToInt(Integer::intValue).sum() + place[r];
        }
    }

    /** Returns the nodes and their CPUs: "2(4,4)". */
    String header() {
        return ranksOn.size()
                + ranksOn.values().stream().map(String::valueOf).collect(Collectors.joining(",", "(", ")"));
    }

    /** Returns the threads and the node of each rank: "1:1,1:2". */
    String tasks() {
        return IntStream.range(0, node.length)
                .mapToObj(r -> threads[r] + ":" + node[r])
                .collect(Collectors.joining(","));
    }

    int cpu(int rank) {
        return cpu[rank];
    }
}
