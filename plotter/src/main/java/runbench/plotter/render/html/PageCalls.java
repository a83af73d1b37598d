package runbench.plotter.render.html;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The communication calls of each lane over time: the whole run in columns, and a part of it with every call.
 *
 * @param start start of the first column on the page's axis, seconds
 * @param end end of the last column
 * @param states names of the states other than computing; the last one is waiting
 * @param shares time by lane, state and column as a share of the column, 0 to 1; the rest is computing
 * @param calls the part with every call
 * @param matrices matrices of pairs of lanes
 */
public record PageCalls(double start, double end, List<String> states, double[][][] shares, SingleCalls calls,
        List<PageMatrix> matrices) {
    /** The content of a page without calls. */
    public static final PageCalls NONE = new PageCalls(0, 0, List.of(), new double[0][][], SingleCalls.NONE, List.of());
    private static final int WHOLE = 4095;

    public PageCalls {
        states = List.copyOf(states);
        matrices = List.copyOf(matrices);
    }

    boolean isEmpty() {
        return shares.length == 0;
    }

    Map<String, Object> model() {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("start", start);
        model.put("end", end);
        model.put("states", states);
        model.put("columns", isEmpty() ? 0 : shares[0][0].length);
        model.put("from", calls.from());
        model.put("to", calls.to());
        model.put("origin", calls.originNanos());
        model.put("size", calls.lane().length);
        model.put("lanes",
                IntStream.range(0, shares.length)
                        .mapToLong(l -> Arrays.stream(calls.lane()).filter(i -> i == l).count())
                        .boxed()
                        .toList());
        model.put("occurrences", calls.phase().length);
        model.put("sites", calls.sites().stream().map(s -> List.of(s.function(), s.place(), s.state())).toList());
        return model;
    }

    /** Returns the encoded shares, by lane and state. */
    String encodedShares() {
        return PlaneCodec.encode(Arrays.stream(shares)
                .flatMap(Arrays::stream)
                .map(row -> Arrays.stream(row)
                        .mapToInt(s -> (int) Math.round(WHOLE * Math.max(0, Math.min(1, s))))
                        .toArray())
                .toArray(int[][]::new));
    }

    /**
     * A function and the place of its call.
     *
     * @param function name of the function
     * @param place line of code; may be empty
     * @param state index of its state in {@link PageCalls#states}
     */
    public record CallSite(String function, String place, int state) {}

    /**
     * Every call of a part of the run, by lane and ascending time. Times are nanoseconds.
     *
     * @param from start of the part on the page's axis, seconds
     * @param to end of the part; equal to {@code from} if there are no single calls
     * @param originNanos position from which the times below count, on the page's axis
     * @param sites functions and places
     * @param site index of each call in {@code sites}
     * @param peer lane at the other end; -1: none
     * @param send index of the call that sent the received message; -1: none
     * @param waited waiting time at the start of the call
     * @param awaited lane for which it waited; -1: it did not wait
     * @param phaseStart start of each occurrence of a phase in the part, and the end of the last one
     * @param phase index of each occurrence's phase in the page's phases; -1: another phase
     */
    public record SingleCalls(double from, double to, long originNanos, List<CallSite> sites, int[] lane, long[] start,
            long[] end, int[] site, int[] peer, long[] bytes, int[] tag, int[] send, long[] waited, int[] awaited,
            long[] phaseStart, int[] phase) {
        /** No calls. */
        public static final SingleCalls NONE = new SingleCalls(0, 0, 0, List.of(), new int[0], new long[0], new long[0],
                new int[0], new int[0], new long[0], new int[0], new int[0], new long[0], new int[0], new long[]{0},
                new int[0]);

        public SingleCalls {
            sites = List.copyOf(sites);
        }

        /** Returns the encoded calls: one column after the other, as integers of variable length. */
        String encoded() {
            Varints column = new Varints();
            int n = lane.length;
            for (int i = 0; i < n; i++) {
                column.add(start[i] - (i > 0 && lane[i] == lane[i - 1] ? end[i - 1] : 0));
            }
            for (int i = 0; i < n; i++) {
                column.add(end[i] - start[i]);
            }
            column.add(site).add(peer).add(bytes);
            column.add(tag).add(waited).add(awaited);
            // A lane receives most messages of another one in the order of sending: small differences.
            int lanes = Arrays.stream(lane).map(l -> l + 1).max().orElse(0);
            int[] before = new int[lanes];
            for (int i = 0; i < n; i++) {
                if (i > 0 && lane[i] != lane[i - 1]) {
                    Arrays.fill(before, 0);
                }
                column.add(send[i] < 0 ? 0 : 1);
                if (send[i] >= 0) {
                    column.add(send[i] - before[lane[send[i]]]);
                    before[lane[send[i]]] = send[i];
                }
            }
            for (int i = 0; i < phaseStart.length; i++) {
                column.add(phaseStart[i] - (i > 0 ? phaseStart[i - 1] : 0));
            }
            return column.add(phase).text();
        }
    }
}
