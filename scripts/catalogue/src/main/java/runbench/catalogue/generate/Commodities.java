package runbench.catalogue.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A minimum-cost multicommodity flow as a linear program in the MPS format: goods that share the capacities of a
 * network of arcs, like the patients and aircraft of the pds problems. Always feasible: an expensive arc without a
 * shared capacity leads from the source of each commodity to its sink.
 */
final class Commodities {
    private static final int EXPENSIVE = 10_000;
    private final SplitMix random;
    private final int nodes;
    private final int arcs;
    private final int goods;

    /** @param goods number of commodities */
    Commodities(long seed, int nodes, int arcs, int goods) {
        this.random = new SplitMix(seed);
        this.nodes = Math.max(nodes, 4);
        this.arcs = arcs;
        this.goods = goods;
    }

    void write(OutputStream out) throws IOException {
        StringBuilder text = new StringBuilder("NAME          COMMODITIES FREE\nROWS\n N  COST\n");
        for (int k = 0; k < goods; k++) {
            for (int i = 0; i < nodes; i++) {
                text.append(" E  ").append(node(k, i)).append('\n');
            }
        }
        for (int a = 0; a < arcs; a++) {
            text.append(" L  C").append(a).append('\n');
        }
        text.append("COLUMNS\n");
        int[] sources = new int[goods];
        int[] sinks = new int[goods];
        for (int k = 0; k < goods; k++) {
            sources[k] = random.below(nodes);
            sinks[k] = (sources[k] + random.between(1, nodes - 1)) % nodes;
            column(text, "D" + k, EXPENSIVE, node(k, sources[k]), node(k, sinks[k]), null);
        }
        int[] capacities = new int[arcs];
        for (int a = 0; a < arcs; a++) {
            // The first arcs are a ring, so that each node can be reached.
            int from = a < nodes ? a : random.below(nodes);
            int to = a < nodes ? (a + 1) % nodes : (from + random.between(1, nodes - 1)) % nodes;
            capacities[a] = random.between(2, 16);
            for (int k = 0; k < goods; k++) {
                column(text, "X" + k + "." + a, random.between(10, 200), node(k, from), node(k, to), "C" + a);
            }
            if (text.length() > 1 << 19) {
                flush(text, out);
            }
        }
        text.append("RHS\n");
        for (int k = 0; k < goods; k++) {
            int amount = random.between(20, 80);
            entry(text, "RHS", node(k, sources[k]), amount);
            entry(text, "RHS", node(k, sinks[k]), -amount);
        }
        for (int a = 0; a < arcs; a++) {
            entry(text, "RHS", "C" + a, capacities[a]);
        }
        flush(text.append("ENDATA\n"), out);
    }

    private static String node(int good, int node) {
        return "N" + good + "." + node;
    }

    private static void column(StringBuilder text, String name, int cost, String from, String to, String capacity) {
        entry(text, name, "COST", cost);
        entry(text, name, from, 1);
        entry(text, name, to, -1);
        if (capacity != null) {
            entry(text, name, capacity, 1);
        }
    }

    private static void entry(StringBuilder text, String column, String row, int value) {
        text.append("    ").append(column).append("  ").append(row).append("  ").append(value).append('\n');
    }

    private static void flush(StringBuilder text, OutputStream out) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
        text.setLength(0);
    }
}
