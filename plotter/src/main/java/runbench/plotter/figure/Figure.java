package runbench.plotter.figure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import runbench.base.quantity.Printable;
import runbench.plotter.theme.Theme;

/**
 * A chart: a heading, stacked panels with a shared horizontal axis and aligned edges, and notes below.
 *
 * <p>A figure is a plain value for any renderer. {@link runbench.plotter.render.awt.Charts} writes it as an image, with
 * all text wrapped or shortened to fit.
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

    /** Sets the line below the title: the program and any restrictions of the measurement. */
    public Figure label(String words) {
        label = words;
        return this;
    }

    /** Sets the muted lines below the label: machine, kernel, source, period, loss. Lines break at " · ". */
    public Figure provenance(String words) {
        provenance = words;
        return this;
    }

    /** Sets the shared horizontal axis of the panels that have no axis of their own. */
    public Figure x(Scale scale) {
        x = scale;
        return this;
    }

    public Figure add(Panel panel) {
        panels.add(panel);
        return this;
    }

    /** Adds a muted line at the bottom, unless it is blank. */
    public Figure note(String words) {
        if (!words.isBlank()) {
            notes.add(words);
        }
        return this;
    }

    /** Sets the number of panels per row; with more than one, each panel shows its own horizontal axis. */
    public Figure columns(int n) {
        columns = Math.max(1, n);
        return this;
    }

    /** Sets the width in pixels at scale 1, at least 320; the default is {@value Theme#WIDTH}. */
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
