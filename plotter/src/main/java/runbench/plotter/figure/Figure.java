package runbench.plotter.figure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import runbench.base.quantity.Printable;
import runbench.plotter.theme.Theme;

/**
 * A chart: a heading, panels over one another on a shared horizontal axis with aligned edges, notes below. A plain
 * value that any renderer can read; {@link runbench.plotter.render.awt.Charts} writes it, with all text inside the
 * image, wrapped or shortened to fit.
 */
public final class Figure {
    private final String title;
    private final List<Panel> panels = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private String label = "";
    private String provenance = "";
    private Scale x = Scale.linear("");
    private int columns = 1;
    private int width = Theme.WIDTH;

    private Figure(String title) {
        this.title = Printable.line(title);
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
        if (!words.isBlank()) {
            notes.add(words);
        }
        return this;
    }

    /** Panels side by side, filled row by row; each then shows its own horizontal axis. */
    public Figure columns(int n) {
        columns = Math.max(1, n);
        return this;
    }

    /** Width in pixels at scale 1; {@value Theme#WIDTH} unless set. */
    public Figure width(int pixels) {
        width = Math.max(320, pixels);
        return this;
    }

    public String title() {
        return title;
    }

    public String label() {
        return label;
    }

    public String provenance() {
        return provenance;
    }

    public Scale x() {
        return x;
    }

    public List<Panel> panels() {
        return Collections.unmodifiableList(panels);
    }

    public List<String> notes() {
        return Collections.unmodifiableList(notes);
    }

    public int columns() {
        return columns;
    }

    public int width() {
        return width;
    }
}
