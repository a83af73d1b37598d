package runbench.parser.structure;

/**
 * Positions of bends. A segmentation fits one line per segment, and near a bend without a jump many positions cost
 * nearly the same. A continuous broken line locates the bend much better (Muggeo 2003). It replaces two segments if it
 * costs less, including the penalty of each parameter.
 */
final class Kinks {
    private final double[][] values;
    private final double perParameter;
    private final double memory;

    private Kinks(double[][] values, double memory) {
        this.values = values;
        this.memory = memory;
        perParameter = Math.log(values[0].length);
    }

    /** Returns the starts of segments, with those at bends moved. */
    static int[] placed(double[][] values, NoiseMemory of) {
        Kinks kinks = new Kinks(values, of.bins());
        int[] starts = of.segmentation().starts().clone();
        for (int s = 1; s < starts.length; s++) {
            int end = s + 1 < starts.length ? starts[s + 1] : values[0].length;
            starts[s] = kinks.place(starts[s - 1], starts[s], end);
        }
        return starts;
    }

    private int place(int from, int at, int to) {
        double least = 0;
        for (double[] x : values) {
            least += Math.min(flat(x, from, at), sloped(x, from, at)) + Math.min(flat(x, at, to), sloped(x, at, to));
        }
        int best = at;
        int reach = (Math.min(at - from, to - at) - SegmentCost.MIN_SEGMENT_BINS) / 2;
        for (int bend = at - reach; bend <= at + reach; bend++) {
            double cost = 0;
            for (double[] x : values) {
                cost += broken(x, from, bend, to);
            }
            if (cost < least) {
                least = cost;
                best = bend;
            }
        }
        return best;
    }

    private double cost(double squares, int bins, int parameters) {
        return bins * Math.log(Math.max(1e-12, squares / bins)) / memory + parameters * perParameter;
    }

    private double flat(double[] x, int from, int to) {
        double sum = 0;
        double squares = 0;
        for (int i = from; i < to; i++) {
            sum += x[i];
            squares += x[i] * x[i];
        }
        return cost(squares - sum * sum / (to - from), to - from, 1);
    }

    private double sloped(double[] x, int from, int to) {
        return cost(new BrokenLine(x, from, to, to).squares(), to - from, 2);
    }

    private double broken(double[] x, int from, int bend, int to) {
        return cost(new BrokenLine(x, from, bend, to).squares(), to - from, 3);
    }

    /** A continuous least-squares line with a bend at one bin; with a bend at the end it is straight. */
    private static final class BrokenLine {
        private final double squares;

        BrokenLine(double[] x, int from, int bend, int to) {
            double middle = (from + to - 1) / 2.0;
            int size = bend < to ? 3 : 2;
            double[][] normal = new double[size][size + 1];
            double[] basis = new double[size];
            double total = 0;
            for (int i = from; i < to; i++) {
                basis[0] = 1;
                basis[1] = i - middle;
                if (size == 3) {
                    basis[2] = Math.max(0, i - bend);
                }
                for (int r = 0; r < size; r++) {
                    for (int c = 0; c < size; c++) {
                        normal[r][c] += basis[r] * basis[c];
                    }
                    normal[r][size] += basis[r] * x[i];
                }
                total += x[i] * x[i];
            }
            squares = Math.max(0, total - explained(normal, size));
        }

        /** Returns the sum of squares about the line. */
        double squares() {
            return squares;
        }

        /** Computed by elimination: each step subtracts the part that its column explains. */
        private static double explained(double[][] normal, int size) {
            double explained = 0;
            for (int p = 0; p < size; p++) {
                if (normal[p][p] < 1e-12) {
                    continue;
                }
                explained += normal[p][size] * normal[p][size] / normal[p][p];
                for (int r = p + 1; r < size; r++) {
                    double factor = normal[r][p] / normal[p][p];
                    for (int c = p; c <= size; c++) {
                        normal[r][c] -= factor * normal[p][c];
                    }
                }
            }
            return explained;
        }
    }
}
