package runbench.plotter.figure;

import runbench.plotter.figure.Mark.Visitor;
import runbench.plotter.figure.Mark.Intervals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import runbench.base.quantity.Printable;
import runbench.plotter.theme.Theme;

/**
 * Intervals on rows, such as phases of ranks or states of threads. Each array has one element per interval, in any
 * order.
 *
 * @param row row of each interval, from 0
 * @param start start on the horizontal axis
 * @param end end on the horizontal axis, not before the start
 * @param kind index into {@code names}; negative for none (light grey)
 * @param names short names of the kinds ("P3"), for the legend and for intervals that are wide enough
 */
public record Strip(int[] row, double[] start, double[] end, int[] kind, List<String> names) implements Mark {
    public Strip {
        int n = row.length;
        if (start.length != n || end.length != n || kind.length != n) {
            throw new IllegalArgumentException("strip: arrays of different length");
        }
        names = names.stream().map(Printable::line).toList();
        for (int k : kind) {
            if (k >= names.size()) {
                throw new IllegalArgumentException(
                        "strip: kind " + k + " has no name (there are " + names.size() + ")");
            }
        }
    }

    /** Intervals on a single row. */
    public static Strip row(double[] start, double[] end, int[] kind, List<String> names) {
        return new Strip(new int[start.length], start, end, kind, names);
    }

    /** Returns the colour index of each kind: the eight kinds with most time have one each, all others -1 (grey). */
    public int[] colours() {
        double[] time = new double[names.size()];
        for (int i = 0; i < kind.length; i++) {
            if (kind[i] >= 0) {
                time[kind[i]] += Math.max(0, end[i] - start[i]);
            }
        }
        Integer[] byTime = new Integer[time.length];
        Arrays.setAll(byTime, i -> i);
        Arrays.sort(byTime, Comparator.comparingDouble((Integer i) -> -time[i]));
        int[] colours = new int[time.length];
        Arrays.fill(colours, -1);
        Integer[] longest = Arrays.copyOf(byTime, Math.min(byTime.length, Theme.PHASE_COLOURS));
        Arrays.sort(longest);
        for (int c = 0; c < longest.length; c++) {
            colours[longest[c]] = c;
        }
        return colours;
    }

    @Override
    public void accept(Visitor visitor) {
        visitor.strip(this);
    }

    @Override
    public void extend(Extent x, Extent y) {
        x.addAll(start).addAll(end);
    }

    @Override
    public List<Entry> legend() {
        int[] colours = colours();
        List<Entry> out = new ArrayList<>();
        for (int k = 0; k < colours.length; k++) {
            if (colours[k] >= 0) {
                out.add(new Entry(names.get(k), Theme.phase(colours[k]), Swatch.BOX));
            }
        }
        boolean others = colours.length > Theme.PHASE_COLOURS;
        boolean none = Arrays.stream(kind).anyMatch(k -> k < 0);
        if (others || none) {
            String words = others && none ? "others, none" : others ? "others" : "none";
            out.add(new Entry(words, Theme.NO_PHASE, Swatch.BOX));
        }
        return out;
    }
}
