package runbench.catalogue.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A minimum-cost flow problem in the DIMACS format: depots at both ends of a day, trips between them in layers, as in
 * vehicle scheduling. Always feasible: a dear arc of ample capacity leads from every source to every sink's hub.
 */
final class MinCostFlow {
    private static final int DEAR = 100_000;
    private final SplitMix random;
    private final int nodes;
    private final int arcs;

    MinCostFlow(long seed, int nodes, int arcs) {
        this.random = new SplitMix(seed);
        this.nodes = Math.max(nodes, 16);
        this.arcs = arcs;
    }

    void write(OutputStream out) throws IOException {
        int sources = Math.max(2, nodes / 40);
        int hub = nodes;
        StringBuilder text = new StringBuilder(1 << 20);
        int total = Math.max(arcs, 3 * sources);
        text.append("c vehicle scheduling as minimum-cost flow, generated\n");
        text.append("p min ").append(nodes).append(' ').append(total).append('\n');
        for (int i = 0; i < sources; i++) {
            int supply = random.between(5, 40);
            text.append("n ").append(i + 1).append(' ').append(supply).append('\n');
            text.append("n ").append(nodes - 1 - i).append(' ').append(-supply).append('\n');
        }
        for (int i = 0; i < sources; i++) {
            arc(text, i + 1, hub, 1 << 20, DEAR);
            arc(text, hub, nodes - 1 - i, 1 << 20, DEAR);
        }
        int last = nodes - 1;
        int reach = Math.max(4, nodes / 50);
        for (int i = 2 * sources; i < total; i++) {
            int from = random.between(1, last - 1);
            int to = Math.min(last, from + 1 + Math.min(random.below(reach), random.below(reach)));
            int length = to - from;
            arc(text, from, to, random.between(1, 30), length * 3 + random.below(200));
            if (text.length() > 1 << 19) {
                out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
                text.setLength(0);
            }
        }
        out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static void arc(StringBuilder text, int from, int to, int capacity, int cost) {
        text.append("a ")
                .append(from)
                .append(' ')
                .append(to)
                .append(" 0 ")
                .append(capacity)
                .append(' ')
                .append(cost)
                .append('\n');
    }
}
