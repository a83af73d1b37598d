package runbench.plotter.render.awt;

import java.awt.Font;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Colour;
import runbench.plotter.theme.Theme;

/**
 * Draws a {@link Strip}.
 *
 * <p>Intervals of at least two pixels are drawn individually. For narrower intervals each pixel column of a row is
 * divided by height in proportion to the time of each kind. So every kind has its correct area, and a million intervals
 * take no more time than the pixels.
 */
final class StripPainter {
    private static final double NARROW = 2;
    private static final int LOW_ROW = 15;
    private final Strip strip;
    private final int[] colours;

    StripPainter(Strip strip) {
        this.strip = strip;
        this.colours = strip.colours();
    }

    void paint(Canvas c) {
        double rowHeight = Math.abs(c.y(1) - c.y(0));
        double inset = rowHeight >= 8 ? 1 : 0;
        int rows = Arrays.stream(strip.row()).max().orElse(-1) + 1;
        Crowd[] crowds = new Crowd[rows];
        List<Integer> wide = new ArrayList<>();
        int columns = (int) Math.ceil(c.area.getWidth());
        for (int i = 0; i < strip.row().length; i++) {
            double from = c.x(strip.start()[i]);
            double to = c.x(strip.end()[i]);
            if (to - from >= NARROW) {
                wide.add(i);
            } else if (to >= from) {
                int r = strip.row()[i];
                if (crowds[r] == null) {
                    crowds[r] = new Crowd(columns);
                }
                int kind = strip.kind()[i];
                crowds[r].add(from - c.area.getX(), to - c.area.getX(), kind < 0 ? -1 : colours[kind]);
            }
        }
        for (int r = 0; r < rows; r++) {
            if (crowds[r] != null) {
                crowd(c, crowds[r], c.y(r) - rowHeight / 2 + inset, rowHeight - 2 * inset);
            }
        }
        for (int i : wide) {
            interval(c, i, c.y(strip.row()[i]) - rowHeight / 2 + inset, rowHeight - 2 * inset);
        }
    }

    private Colour colour(int kind) {
        return Theme.phase(kind < 0 ? -1 : colours[kind]);
    }

    private void interval(Canvas c, int i, double top, double height) {
        double from = Math.max(c.x(strip.start()[i]), c.area.getMinX());
        double to = Math.min(c.x(strip.end()[i]), c.area.getMaxX());
        if (to <= from) {
            return;
        }
        int kind = strip.kind()[i];
        double gap = to - from > 6 ? 0.8 : 0;
        c.paint(height < LOW_ROW ? colour(kind) : colour(kind).withAlpha(Theme.PHASE_ALPHA + 0.2));
        c.g.fill(new Rectangle2D.Double(from, top, to - from - gap, height));
        if (height >= LOW_ROW) {
            c.paint(colour(kind));
            c.g.fill(
                    new Rectangle2D.Double(from, top + height - Theme.PHASE_STRIP, to - from - gap, Theme.PHASE_STRIP));
        }
        if (kind >= 0 && height >= 11 && to - from >= Theme.MIN_LABELLED_INTERVAL) {
            label(c, strip.names().get(kind), from, to, top, height);
        }
    }

    private static void label(Canvas c, String name, double from, double to, double top, double height) {
        Font font = Fonts.get().small;
        String text = Text.fit(font, name, to - from - 4);
        // The first letters of a name do not identify it; the legend does.
        if (text.isEmpty() || text.length() < name.length() && 2 * (text.length() - 1) < name.length()) {
            return;
        }
        double room = height >= LOW_ROW ? height - Theme.PHASE_STRIP : height;
        c.g.setFont(font);
        c.paint(Theme.TEXT);
        c.g.drawString(text, (float) ((from + to - Text.width(font, text)) / 2), (float) (top + room / 2 + 4));
    }

    private void crowd(Canvas c, Crowd crowd, double top, double height) {
        int column = 0;
        while (column < crowd.columns) {
            float covered = crowd.covered(column);
            if (covered <= 0) {
                column++;
                continue;
            }
            double opacity = Crowd.opacity(covered);
            int end = column + 1;
            int single = crowd.single(column);
            while (single >= 0 && end < crowd.columns && crowd.single(end) == single
                    && Crowd.opacity(crowd.covered(end)) == opacity) {
                end++;
            }
            double y = top;
            for (int k = 0; k < Crowd.COLOURS; k++) {
                double share = crowd.covered(column, k) / covered * height;
                if (share > 0) {
                    c.paint(Theme.phase(k < Theme.PHASE_COLOURS ? k : -1).withAlpha(opacity));
                    c.g.fill(new Rectangle2D.Double(c.area.getX() + column, y, end - column, share));
                    y += share;
                }
            }
            column = end;
        }
    }

    /** The narrow intervals of one row, as the share of each colour in each pixel column. */
    private static final class Crowd {
        /** The number of phase colours, plus one grey. */
        static final int COLOURS = Theme.PHASE_COLOURS + 1;

        final int columns;
        private final float[] covered;

        Crowd(int columns) {
            this.columns = columns;
            covered = new float[columns * COLOURS];
        }

        /**
         * Adds an interval.
         *
         * @param from left end in pixels
         * @param to right end in pixels
         * @param colour index of the colour, negative for grey
         */
        void add(double from, double to, int colour) {
            int k = colour < 0 ? Theme.PHASE_COLOURS : colour;
            double at = from;
            double end = Math.max(to, from + 1e-3);
            while (at < end) {
                double next = Math.min(end, Math.floor(at) + 1);
                int column = (int) Math.floor(at);
                if (column >= 0 && column < columns) {
                    covered[column * COLOURS + k] += (float) (next - at);
                }
                at = next;
            }
        }

        float covered(int column) {
            float sum = 0;
            for (int k = 0; k < COLOURS; k++) {
                sum += covered[column * COLOURS + k];
            }
            return sum;
        }

        float covered(int column, int k) {
            return covered[column * COLOURS + k];
        }

        /** Returns the only colour of a column, or -1 if there are several or none. */
        int single(int column) {
            int found = -1;
            for (int k = 0; k < COLOURS; k++) {
                if (covered[column * COLOURS + k] > 0) {
                    if (found >= 0) {
                        return -1;
                    }
                    found = k;
                }
            }
            return found;
        }

        /**
         * Returns the opacity of a column: four steps by its covered share, with a minimum for a single short event.
         */
        static double opacity(float covered) {
            return 0.4 + 0.2 * Math.min(3, Math.floor(covered * 4 + 1e-3));
        }
    }
}
