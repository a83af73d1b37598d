package runbench.pas2p.order;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The PAS2P ordering with its queue as in figure 3.9 of the thesis, for sends and receives in memory. It is slow and
 * simple, as a reference for the sweep. A receive in the queue whose send has no logical time yet moves to its end.
 */
final class QueueOrder {
    final int[][] tick;

    QueueOrder(int[][] types) {
        int n = types.length;
        tick = new int[n][];
        for (int p = 0; p < n; p++) {
            tick[p] = new int[types[p].length];
            java.util.Arrays.fill(tick[p], -1);
        }
        ArrayDeque<int[]> queue = new ArrayDeque<>();
        for (int p = 0; p < n; p++) {
            if (types[p].length > 0) {
                queue.add(new int[]{p, 0});
            }
        }
        while (!queue.isEmpty()) {
            int[] current = queue.remove();
            int p = current[0];
            int i = current[1];
            if (types[p][i] < 0) {
                int[] send = sendOf(types, p, i);
                if (tick[send[0]][send[1]] < 0) {
                    queue.add(current);
                    continue;
                }
                tick[p][i] = tick[send[0]][send[1]] + 1;
            } else {
                tick[p][i] = afterBackEvent(types[p], tick[p], i);
            }
            if (i + 1 < types[p].length) {
                queue.add(new int[]{p, i + 1});
            }
        }
    }

    /** Returns "extracted; queue; inserted" for the first steps, by event ids from 1, process by process. */
    static List<String> steps(int[] lengths, int count) {
        ArrayDeque<int[]> queue = new ArrayDeque<>();
        int id = 1;
        for (int length : lengths) {
            queue.add(new int[]{id, id + length - 1});
            id += length;
        }
        List<String> steps = new ArrayList<>();
        while (!queue.isEmpty() && steps.size() < count) {
            int[] out = queue.remove();
            String left = queue.stream().map(e -> Integer.toString(e[0])).collect(Collectors.joining(" "));
            if (out[0] < out[1]) {
                queue.add(new int[]{out[0] + 1, out[1]});
            }
            steps.add(out[0] + "; " + left + "; " + (out[0] < out[1] ? out[0] + 1 : ""));
        }
        return steps;
    }

    private static int afterBackEvent(int[] types, int[] tick, int i) {
        int best = -1;
        boolean send = false;
        for (int k = 0; k < i; k++) {
            if (tick[k] > best) {
                best = tick[k];
                send = types[k] > 0;
            } else if (tick[k] == best) {
                send |= types[k] > 0;
            }
        }
        return best < 0 ? 0 : send ? best + 1 : best;
    }

    private static int[] sendOf(int[][] types, int p, int i) {
        int nth = 0;
        for (int k = 0; k < i; k++) {
            nth += types[p][k] == types[p][i] ? 1 : 0;
        }
        int source = -types[p][i] - 1;
        for (int k = 0; k < types[source].length; k++) {
            if (types[source][k] == p + 1 && nth-- == 0) {
                return new int[]{source, k};
            }
        }
        throw new IllegalStateException("no send for receive " + i + " of process " + (p + 1));
    }
}
