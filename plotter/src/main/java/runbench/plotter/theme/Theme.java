package runbench.plotter.theme;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The colours and sizes of all charts; {@link Pen} has the lines. Lengths are in pixels of a chart at scale 1.
 */
public final class Theme {
    public static final int WIDTH = 1272;
    /** Height of a chart with one panel. */
    public static final int HEIGHT = 384;
    public static final int MARGIN = 16;
    /** Space between stacked panels. */
    public static final int GUTTER = 10;
    /** Space between panels of one row. */
    public static final int COLUMN_GUTTER = 20;
    /** Minimum width of the labels of a vertical axis. */
    public static final int LEFT_AXIS = 58;
    public static final int MAX_LEFT_AXIS = 220;
    public static final int BOTTOM_AXIS = 38;
    /** Height of the axis line in a panel that does not show the shared axis. */
    public static final int HIDDEN_AXIS = 2;
    /** Space right of the data, for the last tick label of the horizontal axis. */
    public static final int RIGHT = 14;
    /** Minimum width of an interval of a strip that shows its id. */
    public static final int MIN_LABELLED_INTERVAL = 22;
    public static final int PHASE_STRIP = 5;

    public static final Colour GROUND = Colour.of(0xFFFFFF);
    public static final Colour TEXT = Colour.of(0x1B1F24);
    public static final Colour MUTED = Colour.of(0x59636E);
    public static final Colour GRID = Colour.of(0xE4E8EC);
    public static final Colour AXIS = Colour.of(0x9AA4AE);
    public static final Colour MISSING = Colour.of(0xC4CBD2);

    /** The colours of phases: Paul Tol's "light" scheme, distinguishable with colour vision deficiencies. */
    private static final Colour[] PHASES = {Colour.of(0x77AADD), Colour.of(0xEEDD88), Colour.of(0xFFAABB),
            Colour.of(0x44BB99), Colour.of(0x99DDFF), Colour.of(0xEE8866), Colour.of(0xBBCC33), Colour.of(0xAAAA00),};
    public static final Colour NO_PHASE = Colour.of(0xDDDDDD);
    public static final int PHASE_COLOURS = PHASES.length;

    public static final double BAND_ALPHA = 0.26;
    /** Opacity of the areas of a stack, which do not overlap. */
    public static final double AREA_ALPHA = 0.8;
    public static final double PHASE_ALPHA = 0.30;
    public static final double SPAN_ALPHA = 0.14;

    /** Sizes of text. */
    public static final int TITLE_TEXT = 16;
    public static final int LABEL_TEXT = 12;
    public static final int SMALL_TEXT = 11;

    private Theme() {
    }

    /** Returns the phase colour with an index; grey for indices outside 0 to 7. */
    public static Colour phase(int rank) {
        return rank >= 0 && rank < PHASES.length ? PHASES[rank] : NO_PHASE;
    }

    /**
     * Returns a colour of viridis, by linear interpolation of 17 of its colours (S. van der Walt, N. Smith, "A better
     * default colormap for Matplotlib", SciPy 2015).
     *
     * @param share 0..1, clamped
     * @return 0xRRGGBB
     */
    public static int viridis(double share) {
        double at = Math.max(0, Math.min(1, share)) * (VIRIDIS.length - 1);
        int i = Math.min((int) at, VIRIDIS.length - 2);
        double f = at - i;
        int rgb = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int a = VIRIDIS[i] >> shift & 255;
            int b = VIRIDIS[i + 1] >> shift & 255;
            rgb |= (int) Math.round(a + f * (b - a)) << shift;
        }
        return rgb;
    }

    private static final int[] VIRIDIS = {0x440154, 0x48186A, 0x472D7B, 0x424086, 0x3B528B, 0x33638D, 0x2C728E,
            0x26828E, 0x21918C, 0x1FA088, 0x28AE80, 0x3FBC73, 0x5EC962, 0x84D44B, 0xADDC30, 0xD8E219, 0xFDE725,};

    /**
     * The colours of a page on a light or dark ground. Chart files are always light.
     *
     * @param ground background
     * @param text text
     * @param muted secondary text
     * @param grid grid lines
     * @param axis axis lines
     * @param missing missing data
     * @param noPhase time without a phase
     * @param middle mean or median
     * @param picked highlighted series
     * @param others series that are not highlighted
     * @param phaseAlpha opacity of phases behind lines, 0 to 1
     */
    public record Palette(Colour ground, Colour text, Colour muted, Colour grid, Colour axis, Colour missing,
            Colour noPhase, Colour middle, Colour picked, Colour others, double phaseAlpha) {
        public static final Palette LIGHT = new Palette(Theme.GROUND, Theme.TEXT, Theme.MUTED, Theme.GRID, Theme.AXIS,
                Theme.MISSING, Theme.NO_PHASE, Ink.BLUE.colour(), Ink.ORANGE.colour(), Ink.GREY.colour(),
                Theme.PHASE_ALPHA);
        /** The dark palette, with the same contrasts to the ground as the light one. */
        public static final Palette DARK = new Palette(Colour.of(0x14181D), Colour.of(0xE6EAEE), Colour.of(0x9DA7B1),
                Colour.of(0x2A3138), Colour.of(0x5A6570), Colour.of(0x4A535C), Colour.of(0x555D66), Colour.of(0x56B4E9),
                Colour.of(0xFF9E6D), Colour.of(0x6B7680), 0.2);

        /** Returns all colours by name. */
        public Map<String, Colour> colours() {
            Map<String, Colour> all = new LinkedHashMap<>();
            all.put("ground", ground);
            all.put("text", text);
            all.put("muted", muted);
            all.put("grid", grid);
            all.put("axis", axis);
            all.put("missing", missing);
            all.put("noPhase", noPhase);
            all.put("middle", middle);
            all.put("picked", picked);
            all.put("others", others);
            // Phases are pale on both grounds, so text on them is dark.
            all.put("onPhase", Theme.TEXT);
            return all;
        }
    }
}
