package runbench.plotter.theme;

/**
 * Every colour and size of the charts, in one place; lines are drawn with a {@link Pen}. Lengths are in pixels of a
 * chart at scale 1.
 */
public final class Theme {
    public static final int WIDTH = 1272;
    /** Height of a chart with one panel. */
    public static final int HEIGHT = 384;
    public static final int MARGIN = 16;
    /** Space between stacked panels. */
    public static final int GUTTER = 10;
    /** Space between panels that stand side by side. */
    public static final int COLUMN_GUTTER = 20;
    /** Width kept for the labels of a vertical axis unless row names need more. */
    public static final int LEFT_AXIS = 58;
    public static final int MAX_LEFT_AXIS = 220;
    public static final int BOTTOM_AXIS = 38;
    /** A panel that does not show the shared axis keeps this much for the axis line. */
    public static final int HIDDEN_AXIS = 2;
    /** Right of the data, so that the last tick label of the horizontal axis is not cut. */
    public static final int RIGHT = 14;
    /** Below this width an interval of a strip goes without its id. */
    public static final int MIN_LABELLED_INTERVAL = 22;
    public static final int PHASE_STRIP = 5;

    public static final Colour GROUND = Colour.of(0xFFFFFF);
    public static final Colour TEXT = Colour.of(0x1B1F24);
    public static final Colour MUTED = Colour.of(0x59636E);
    public static final Colour GRID = Colour.of(0xE4E8EC);
    public static final Colour AXIS = Colour.of(0x9AA4AE);
    public static final Colour MISSING = Colour.of(0xC4CBD2);

    /** Paul Tol's "light" scheme: phases, distinguished also by people who see colours differently. */
    private static final Colour[] PHASES = {Colour.of(0x77AADD), Colour.of(0xEEDD88), Colour.of(0xFFAABB),
            Colour.of(0x44BB99), Colour.of(0x99DDFF), Colour.of(0xEE8866), Colour.of(0xBBCC33), Colour.of(0xAAAA00),};
    public static final Colour NO_PHASE = Colour.of(0xDDDDDD);
    public static final int PHASE_COLOURS = PHASES.length;

    public static final double BAND_ALPHA = 0.26;
    /** Areas of a stack, which never cover one another. */
    public static final double AREA_ALPHA = 0.8;
    public static final double PHASE_ALPHA = 0.30;
    public static final double SPAN_ALPHA = 0.14;

    /** Sizes of text. */
    public static final int TITLE_TEXT = 16;
    public static final int LABEL_TEXT = 12;
    public static final int SMALL_TEXT = 11;

    private Theme() {
    }

    /** Colour of the {@code rank}-th phase by time, 0 for the longest; grey from the ninth on and below 0. */
    public static Colour phase(int rank) {
        return rank >= 0 && rank < PHASES.length ? PHASES[rank] : NO_PHASE;
    }

    /**
     * Viridis by linear interpolation of 17 of its colours (S. van der Walt, N. Smith, "A better default colormap for
     * Matplotlib", SciPy 2015).
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
}
