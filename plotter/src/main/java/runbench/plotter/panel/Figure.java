package runbench.plotter.panel;

import java.util.ArrayList;
import java.util.List;
import runbench.plotter.theme.Theme;

/**
 * A chart: a heading, panels over one another on a shared horizontal axis with aligned edges, notes below. Written by
 * {@link runbench.plotter.export.Charts}. All text is printed inside the image, wrapped or shortened to fit.
 */
public final class Figure {
    final String title;
    final List<Panel> panels = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    String label = "";
    String provenance = "";
    Scale x = Scale.linear("");
    int columns = 1;
    int width = Theme.WIDTH;

    private Figure(String title) {
        this.title = Text.clean(title);
    }

    public static Figure titled(String title) {
        return new Figure(title);
    }

    /** The line below the title: what was run, with every reservation about it. */
    public Figure label(String words) {
        label = words;
        return this;
    }

    /** Muted lines below the label: machine, kernel, source, period, loss. Parts separated by " · " break well. */
    public Figure provenance(String words) {
        provenance = words;
        return this;
    }

    /** The horizontal axis that panels without an own one share. */
    public Figure x(Scale scale) {
        x = scale;
        return this;
    }

    public Figure add(Panel panel) {
        panels.add(panel);
        return this;
    }

    /** A muted line at the foot. */
    public Figure note(String words) {
        if (!Text.clean(words).isEmpty()) {
            notes.add(words);
        }
        return this;
    }

    /** Panels side by side, filled row by row; each then shows its own horizontal axis. */
    public Figure columns(int n) {
        columns = Math.max(1, n);
        return this;
    }

    /** Width in pixels at scale 1; {@value Theme#WIDTH} unless told. */
    public Figure width(int pixels) {
        width = Math.max(320, pixels);
        return this;
    }
}
