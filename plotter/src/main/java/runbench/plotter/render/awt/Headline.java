package runbench.plotter.render.awt;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import runbench.plotter.figure.Mark;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.render.awt.Canvas.AwtStyle;
import runbench.plotter.theme.Colour;
import runbench.plotter.theme.Pen;
import runbench.plotter.theme.Theme;

/** The line above a panel: title in bold, unit and detail muted, legend and remark at the right, shortened to fit. */
final class Headline {
    private static final double LINE_HEIGHT = 17;
    private static final double SWATCH_WIDTH = 18;
    private static final double ENTRY_GAP = 14;
    private static final int MAX_ENTRIES = 24;

    private final Panel panel;
    private final double width;
    /** The legend, computed once because a strip sums the time of up to a million intervals for it. */
    private final List<Mark.Entry> legend;
    private final List<List<Mark.Entry>> legendLines = new ArrayList<>();
    private final boolean legendOnTitleLine;

    Headline(Panel panel, double width) {
        this.panel = panel;
        this.width = width;
        legend = panel.legend();
        double legendWidth = widthOf(legend);
        legendOnTitleLine = !legend.isEmpty() && legendWidth + leftWidth() + remarkWidth() + 3 * ENTRY_GAP <= width;
        if (!legendOnTitleLine) {
            wrapLegend(legend.subList(0, Math.min(legend.size(), MAX_ENTRIES)));
            if (legend.size() > MAX_ENTRIES) {
                legendLines.get(legendLines.size() - 1)
                        .add(new Mark.Entry("and " + (legend.size() - MAX_ENTRIES) + " more", Theme.GROUND,
                                Mark.Swatch.BOX));
            }
        }
    }

    double height() {
        return 6 + LINE_HEIGHT * (1 + legendLines.size());
    }

    void draw(Graphics2D g, double x, double y) {
        Fonts fonts = Fonts.get();
        double baseline = y + 13;
        double rightRoom = Math.min(remarkWidth(), width * 0.55);
        if (!panel.remark().isEmpty()) {
            String text = Text.fit(fonts.small, panel.remark(), rightRoom);
            put(g, fonts.small, Theme.MUTED, text, x + width - Text.width(fonts.small, text), baseline);
        }
        double room = width - rightRoom - ENTRY_GAP;
        if (legendOnTitleLine) {
            double legendWidth = widthOf(legend);
            entries(g, legend, x + room - legendWidth + (rightRoom > 0 ? 0 : 2 * ENTRY_GAP), baseline);
            room -= legendWidth + ENTRY_GAP;
        }
        String title = Text.fit(fonts.bold, panel.title(), room);
        put(g, fonts.bold, Theme.TEXT, title, x, baseline);
        double used = title.isEmpty() ? 0 : Text.width(fonts.bold, title) + 8;
        put(g, fonts.small, Theme.MUTED, Text.fit(fonts.small, muted(), Math.max(0, room - used)), x + used, baseline);
        for (List<Mark.Entry> line : legendLines) {
            baseline += LINE_HEIGHT;
            entries(g, line, x, baseline);
        }
    }

    private String muted() {
        String unit = panel.y().kind() == Scale.Kind.NAMES ? "" : panel.y().label();
        return unit.isEmpty() || panel.detail().isEmpty() ? unit + panel.detail() : unit + " · " + panel.detail();
    }

    private double leftWidth() {
        Fonts fonts = Fonts.get();
        return Text.width(fonts.bold, panel.title()) + 8 + Text.width(fonts.small, muted());
    }

    private double remarkWidth() {
        return Text.width(Fonts.get().small, panel.remark());
    }

    private static double widthOf(List<Mark.Entry> entries) {
        return entries.stream().mapToDouble(Headline::widthOf).sum();
    }

    private static double widthOf(Mark.Entry e) {
        return SWATCH_WIDTH + 5 + Text.width(Fonts.get().small, e.name()) + ENTRY_GAP;
    }

    private void wrapLegend(List<Mark.Entry> entries) {
        double used = Double.POSITIVE_INFINITY;
        for (Mark.Entry e : entries) {
            String name = Text.fit(Fonts.get().small, e.name(), width - SWATCH_WIDTH - 5 - ENTRY_GAP);
            Mark.Entry fitted = new Mark.Entry(name, e.colour(), e.swatch());
            if (used + widthOf(fitted) > width) {
                legendLines.add(new ArrayList<>());
                used = 0;
            }
            legendLines.get(legendLines.size() - 1).add(fitted);
            used += widthOf(fitted);
        }
    }

    private static void entries(Graphics2D g, List<Mark.Entry> entries, double x, double baseline) {
        double at = x;
        for (Mark.Entry e : entries) {
            g.setPaint(AwtStyle.colour(e.colour()));
            double middle = baseline - 4;
            switch (e.swatch()) {
                case LINE, DASH -> {
                    g.setStroke(AwtStyle.stroke(e.swatch() == Mark.Swatch.DASH ? Pen.DASHED : Pen.SWATCH));
                    g.draw(new Line2D.Double(at, middle, at + SWATCH_WIDTH, middle));
                }
                case DOT -> g.fill(new Ellipse2D.Double(at + SWATCH_WIDTH / 2 - 3, middle - 3, 6, 6));
                case BOX -> g.fill(new Rectangle2D.Double(at + 4, middle - 5, SWATCH_WIDTH - 6, 10));
            }
            put(g, Fonts.get().small, Theme.MUTED, e.name(), at + SWATCH_WIDTH + 5, baseline);
            at += widthOf(e);
        }
    }

    static void put(Graphics2D g, Font font, Colour colour, String text, double x, double baseline) {
        if (!text.isEmpty()) {
            g.setFont(font);
            g.setPaint(AwtStyle.colour(colour));
            g.drawString(text, (float) x, (float) baseline);
        }
    }
}
