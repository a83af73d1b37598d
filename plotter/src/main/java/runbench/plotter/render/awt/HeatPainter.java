package runbench.plotter.render.awt;

import java.awt.image.BufferedImage;
import runbench.plotter.figure.Heat;
import runbench.plotter.theme.Theme;

/** Draws a {@link Heat} as one image in the resolution of the panel, so that no output device smooths its cells. */
final class HeatPainter {
    private static final int HATCH = 6;
    private final Heat heat;
    private final double[] range;

    HeatPainter(Heat heat) {
        this.heat = heat;
        range = heat.range();
    }

    void paint(Canvas c) {
        int width = (int) Math.round(c.area.getWidth());
        int height = (int) Math.round(c.area.getHeight());
        if (width <= 0 || height <= 0 || heat.columns() == 0) {
            return;
        }
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        double left = c.x(heat.origin()) - c.area.getX();
        double perColumn = c.x(heat.origin() + heat.width()) - c.x(heat.origin());
        double rowHeight = Math.abs(c.y(1) - c.y(0));
        double top = c.y(0) - rowHeight / 2 - c.area.getY();
        for (int px = 0; px < width; px++) {
            int from = (int) Math.floor((px - left) / perColumn);
            int to = Math.max(from + 1, (int) Math.floor((px + 1 - left) / perColumn));
            int row = -1;
            int colour = 0;
            boolean missing = true;
            for (int py = 0; py < height; py++) {
                int r = (int) Math.floor((py + 0.5 - top) / rowHeight);
                if (r != row) {
                    row = r;
                    double value = mean(r, from, to);
                    missing = Double.isNaN(value);
                    colour = missing ? 0 : 0xFF000000 | heat.colour(r, value, range).rgb();
                }
                boolean inside = r >= 0 && r < heat.values().length && from < heat.columns() && to > 0;
                if (inside) {
                    image.setRGB(px, py, !missing ? colour
                            : 0xFF000000 | ((px + py) % HATCH == 0 ? Theme.MISSING : Theme.GROUND).rgb());
                }
            }
        }
        c.g.drawImage(image, (int) Math.round(c.area.getX()), (int) Math.round(c.area.getY()), null);
    }

    private double mean(int row, int from, int to) {
        if (row < 0 || row >= heat.values().length) {
            return Double.NaN;
        }
        double sum = 0;
        int n = 0;
        for (int k = Math.max(0, from); k < Math.min(to, heat.columns()); k++) {
            double v = heat.values()[row][k];
            if (Double.isFinite(v)) {
                sum += v;
                n++;
            }
        }
        return n == 0 ? Double.NaN : sum / n;
    }
}
