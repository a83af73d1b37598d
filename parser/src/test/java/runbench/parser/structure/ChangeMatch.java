package runbench.parser.structure;

import java.util.Arrays;

/**
 * Change points found against known ones: each known one is matched with at most one found within the tolerance.
 *
 * @param right found ones with a known one near
 * @param recalled known ones with a found one near
 */
record ChangeMatch(int right, int found, int recalled, int known) {
    /** In analysed bins; slopes that break are told less exactly than jumps. */
    static final int TOLERANCE = 5;

    static ChangeMatch of(KnownSeries k, Structure s) {
        double near = TOLERANCE * s.resolution().bin();
        double[] found = s.changePoints().stream().mapToDouble(Structure.ChangePoint::at).toArray();
        int right = (int) Arrays.stream(found)
                .filter(f -> Arrays.stream(k.changes()).anyMatch(c -> Math.abs(c - f) <= near))
                .count();
        int recalled = (int) Arrays.stream(k.changes())
                .filter(c -> Arrays.stream(found).anyMatch(f -> Math.abs(c - f) <= near))
                .count();
        return new ChangeMatch(right, found.length, recalled, k.changes().length);
    }
}
