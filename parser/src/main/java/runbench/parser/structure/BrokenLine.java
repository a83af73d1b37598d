package runbench.parser.structure;

/** A line by least squares that bends at one bin and does not jump; a bend at the end is a straight line. */
final class BrokenLine {
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

    /** Sum of squares about the line. */
    double squares() {
        return squares;
    }

    /** By elimination: each step takes off what its column explains. */
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
