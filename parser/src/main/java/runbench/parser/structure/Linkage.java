package runbench.parser.structure;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Complete linkage: the distance of two classes is the largest one between their members. */
final class Linkage {
    /** Distances of segments. */
    private final double[][] own;
    private final double[] ownLength;
    /** Distances of classes, at their numbers in {@link #group}. */
    private final double[][] distance;
    /** Length of each class, at its number in {@link #group}. */
    private final double[] length;
    private final int[] group;
    private final boolean[] alive;
    private final int[] nearest;
    private int count;

    /** @param length length of each segment */
    Linkage(double[][] distance, double[] length) {
        own = distance;
        ownLength = length;
        this.distance = Arrays.stream(distance).map(double[]::clone).toArray(double[][]::new);
        this.length = length.clone();
        group = new int[length.length];
        Arrays.setAll(group, i -> i);
        alive = new boolean[length.length];
        Arrays.fill(alive, true);
        nearest = new int[length.length];
        count = length.length;
    }

    /** Returns the class of each segment: a number that a caller may change. */
    int[] group() {
        return group;
    }

    /** Returns the length of each class, at its number. */
    double[] length() {
        return length;
    }

    /**
     * Merges the two nearest classes until none are near enough.
     *
     * @param maxDistance largest distance of classes that are merged
     * @param minLength minimum length of the shorter class of a pair
     * @param maxLength maximum length of the shorter class of a pair
     * @param enough number of classes at which merging ends
     */
    void merge(double maxDistance, double minLength, double maxLength, int enough) {
        for (int i = 0; i < nearest.length; i++) {
            findNearest(i, minLength, maxLength);
        }
        while (count > enough) {
            int a = -1;
            for (int i = 0; i < nearest.length; i++) {
                if (alive[i] && nearest[i] >= 0 && (a < 0 || distance[i][nearest[i]] < distance[a][nearest[a]])) {
                    a = i;
                }
            }
            if (a < 0 || distance[a][nearest[a]] > maxDistance) {
                return;
            }
            join(nearest[a], a, minLength, maxLength);
        }
    }

    private void join(int kept, int other, double minLength, double maxLength) {
        alive[other] = false;
        count--;
        length[kept] += length[other];
        for (int i = 0; i < group.length; i++) {
            group[i] = group[i] == other ? kept : group[i];
            distance[kept][i] = Math.max(distance[kept][i], distance[other][i]);
            distance[i][kept] = distance[kept][i];
        }
        for (int i = kept; i < group.length; i++) {
            if (i == kept || nearest[i] == kept || nearest[i] == other) {
                findNearest(i, minLength, maxLength);
            }
        }
    }

    /**
     * Dissolves classes, the shortest first, whose segments all fit into other classes. Two classes whose extreme
     * segments are too far apart to be merged may have segments for which a third class has room.
     *
     * @param maxDistance largest distance of two segments of one class
     * @param enough number of classes at which dissolving ends
     */
    void dissolve(double maxDistance, int enough) {
        boolean isChanged = true;
        while (isChanged && count > enough) {
            isChanged = IntStream.range(0, group.length)
                    .filter(i -> alive[i])
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> length[i]))
                    .anyMatch(i -> dissolve(i, maxDistance));
        }
    }

    private boolean dissolve(int from, double maxDistance) {
        int[] next = group.clone();
        for (int s = 0; s < group.length; s++) {
            if (group[s] == from) {
                double[] furthest = furthest(s, next);
                int into = -1;
                for (int g = 0; g < group.length; g++) {
                    boolean fits = alive[g] && g != from && furthest[g] <= maxDistance;
                    into = fits && (into < 0 || furthest[g] < furthest[into]) ? g : into;
                }
                if (into < 0) {
                    return false;
                }
                next[s] = into;
            }
        }
        alive[from] = false;
        count--;
        System.arraycopy(next, 0, group, 0, next.length);
        Arrays.fill(length, 0);
        for (int s = 0; s < next.length; s++) {
            length[next[s]] += ownLength[s];
        }
        return true;
    }

    /** Returns the distance of a segment from the furthest segment of each class. */
    private double[] furthest(int segment, int[] classes) {
        double[] furthest = new double[classes.length];
        for (int s = 0; s < classes.length; s++) {
            furthest[classes[s]] = Math.max(furthest[classes[s]], own[segment][s]);
        }
        return furthest;
    }

    /** Finds the nearest class of those before a class. */
    private void findNearest(int i, double minLength, double maxLength) {
        nearest[i] = -1;
        for (int j = 0; alive[i] && j < i; j++) {
            double shorter = Math.min(length[i], length[j]);
            if (alive[j] && shorter >= minLength && shorter <= maxLength
                    && (nearest[i] < 0 || distance[i][j] < distance[i][nearest[i]])) {
                nearest[i] = j;
            }
        }
    }
}
