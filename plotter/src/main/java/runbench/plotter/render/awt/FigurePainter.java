package runbench.plotter.render.awt;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import runbench.plotter.figure.AxisTick;
import runbench.plotter.figure.Extent;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Mark;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.render.awt.Canvas.AwtStyle;
import runbench.plotter.theme.Colour;
import runbench.plotter.theme.Theme;

/** Lays out a {@link Figure} and draws it. The layout depends only on the figure, not on the output device. */
public final class FigurePainter {
    private static final double TOP = 12;
    private static final double AFTER_HEADING = 8;
    private static final double BEFORE_NOTES = 6;
    private static final double BOTTOM = 10;
    private static final double MIN_SINGLE_PANEL_HEIGHT = 130;
    private static final double ROW_OF_NAMES = 20;
    /** Margin above and below logarithmic data, as a share of the range. */
    private static final double LOG_MARGIN = 0.06;

    private record TextLine(Font font, Colour colour, String text, double height) {}

    /** A panel with its position: the headline starts at {@code top}, the data is below it. */
    record Placed(Panel panel, Headline headline, double top, Rectangle2D data, boolean axis, double bottom) {}

    private final Figure figure;
    private final List<TextLine> heading = new ArrayList<>();
    private final List<TextLine> notes = new ArrayList<>();
    private final List<Placed> placed = new ArrayList<>();
    private final double left;
    private final double height;

    public FigurePainter(Figure figure) {
        this.figure = figure;
        Fonts fonts = Fonts.get();
        double room = figure.width() - 2.0 * Theme.MARGIN;
        lines(heading, fonts.title, Theme.TEXT, figure.title(), room, 2, 21);
        lines(heading, fonts.label, Theme.TEXT, figure.label(), room, 3, 17);
        lines(heading, fonts.small, Theme.MUTED, figure.provenance(), room, 6, 15);
        for (String note : figure.notes()) {
            lines(notes, fonts.small, Theme.MUTED, note, room, 4, 15);
        }
        left = leftAxis();
        height = place();
    }

    /** Returns the width in pixels at scale 1. */
    public int width() {
        return figure.width();
    }

    /** Returns the height in pixels at scale 1. */
    public int height() {
        return (int) Math.ceil(height);
    }

    /** Draws the figure with its background. */
    public void paint(Graphics2D g) {
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        g.setPaint(AwtStyle.colour(Theme.GROUND));
        g.fill(new Rectangle2D.Double(0, 0, width(), height()));
        text(g, heading, TOP);
        double[] shared = xRange(placed.stream().map(Placed::panel).filter(p -> !p.hasOwnX()).toList(), figure.x());
        for (Placed p : placed) {
            p.headline.draw(g, p.data.getX() - left, p.top);
            boolean own = p.panel.hasOwnX();
            Scale x = p.panel.xOr(figure.x());
            double[] xRange = own ? xRange(List.of(p.panel), x) : shared;
            PlotArea.draw(g, p.panel, p.data, x, xRange,
                    AxisTick.range(p.panel.y(), yRange(p.panel), Axes.verticalTicks(p.data.getHeight())), p.axis, left,
                    p.bottom);
        }
        text(g, notes, height - BOTTOM - heightOf(notes));
    }

    List<Placed> placed() {
        return placed;
    }

    private double place() {
        double y = TOP + heightOf(heading) + AFTER_HEADING;
        double foot = (notes.isEmpty() ? 0 : BEFORE_NOTES + heightOf(notes)) + BOTTOM;
        int n = figure.panels().size();
        double cell = (figure.width() - 2.0 * Theme.MARGIN - (figure.columns() - 1) * Theme.COLUMN_GUTTER)
                / figure.columns();
        for (int from = 0; from < n; from += figure.columns()) {
            double headline = 0;
            double data = 0;
            double axis = 0;
            List<Headline> headlines = new ArrayList<>();
            for (int i = from; i < Math.min(n, from + figure.columns()); i++) {
                Panel p = figure.panels().get(i);
                headlines.add(new Headline(p, cell - Theme.RIGHT));
                headline = Math.max(headline, headlines.get(i - from).height());
                axis = Math.max(axis, bottom(p, showsAxis(p, i), cell));
            }
            for (int i = from; i < Math.min(n, from + figure.columns()); i++) {
                double free = Theme.HEIGHT - y - headline - axis - foot;
                data = Math.max(data, dataHeight(figure.panels().get(i), free));
            }
            for (int i = from; i < Math.min(n, from + figure.columns()); i++) {
                Panel p = figure.panels().get(i);
                double x = Theme.MARGIN + (i - from) * (cell + Theme.COLUMN_GUTTER);
                Rectangle2D area = new Rectangle2D.Double(Math.rint(x + left), Math.rint(y + headline),
                        Math.rint(cell - left - Theme.RIGHT), Math.rint(data));
                boolean shown = showsAxis(p, i);
                placed.add(new Placed(p, headlines.get(i - from), y, area, shown, bottom(p, shown, cell)));
            }
            y += headline + data + axis + (from + figure.columns() < n ? Theme.GUTTER : 0);
        }
        return Math.max(y + foot, n == 1 && Double.isNaN(figure.panels().get(0).height()) ? Theme.HEIGHT : 0);
    }

    private double bottom(Panel p, boolean shown, double cell) {
        Scale x = p.xOr(figure.x());
        return shown ? Axes.bottom(x, cell - left - Theme.RIGHT) : Theme.HIDDEN_AXIS;
    }

    /**
     * Returns true if a panel shows its horizontal axis. Of consecutive panels with the shared axis, the last one shows
     * it. A panel without axis above a panel with another axis would seem to belong to that axis.
     */
    private boolean showsAxis(Panel p, int index) {
        boolean last = index + 1 == figure.panels().size() || figure.panels().get(index + 1).hasOwnX();
        return figure.columns() > 1 || p.hasOwnX() || last;
    }

    private double dataHeight(Panel panel, double free) {
        if (!Double.isNaN(panel.height())) {
            return panel.height();
        }
        int rows = (figure.panels().size() + figure.columns() - 1) / figure.columns();
        if (panel.y().kind() == Scale.Kind.NAMES && (rows > 1 || panel.y().names().size() * ROW_OF_NAMES > free)) {
            return Math.max(24, Math.min(480, panel.y().names().size() * ROW_OF_NAMES));
        }
        return switch (rows) {
            case 1 -> Math.max(MIN_SINGLE_PANEL_HEIGHT, Math.floor(free));
            case 2 -> 150;
            case 3, 4 -> 120;
            case 5, 6, 7, 8 -> 88;
            default -> 64;
        };
    }

    private double leftAxis() {
        double widest = Theme.LEFT_AXIS;
        for (Panel p : figure.panels()) {
            widest = Math.max(widest, Axes.left(p.y(), yRange(p)));
        }
        return widest;
    }

    private static double[] xRange(List<Panel> panels, Scale x) {
        Extent extent = new Extent(x.kind() == Scale.Kind.LOG);
        Extent ignored = new Extent(false);
        double air = 0;
        for (Panel p : panels) {
            for (Mark m : p.marks()) {
                m.extend(extent, ignored);
                air = Math.max(air, m.sideways());
            }
        }
        return extent.shown(x, air);
    }

    private static double[] yRange(Panel panel) {
        Extent extent = new Extent(panel.y().kind() == Scale.Kind.LOG);
        Extent ignored = new Extent(false);
        for (Mark m : panel.marks()) {
            m.extend(ignored, extent);
        }
        return extent.shown(panel.y(), panel.y().kind() == Scale.Kind.LOG ? LOG_MARGIN : 0);
    }

    private static void lines(List<TextLine> into, Font font, Colour colour, String text, double room, int most,
            double height) {
        for (String line : Text.wrap(font, text, room, most)) {
            into.add(new TextLine(font, colour, line, height));
        }
    }

    private static double heightOf(List<TextLine> lines) {
        return lines.stream().mapToDouble(TextLine::height).sum();
    }

    private static void text(Graphics2D g, List<TextLine> lines, double top) {
        double y = top;
        for (TextLine line : lines) {
            Headline.put(g, line.font, line.colour, line.text, Theme.MARGIN, y + line.height - 4);
            y += line.height;
        }
    }
}
