package runbench.plotter.theme;

/** The style of a line: width in pixels at scale 1, ends, dashes. */
public enum Pen {
    LINE(1.4f, Ends.ROUND), BOLD_LINE(2.0f, Ends.ROUND), THIN_LINE(0.8f, Ends.ROUND), HAIR(1f, Ends.SQUARE),
    /** The margin in ground colour around a line on top of other lines. */
    HALO(3.6f, Ends.SQUARE), SWATCH(2f, Ends.SQUARE),
    /** The highlighted series. It is dashed and coloured, because its contrast with the first colour is only 1.13. */
    DASHED(1.5f, Ends.CUT, 6f, 3f);

    /** The ends and joins of a line: round ends and joins; square ends, mitred joins; flat ends, round joins. */
    public enum Ends {
        ROUND, SQUARE, CUT
    }

    private final float width;
    private final Ends ends;
    private final float[] dashes;

    Pen(float width, Ends ends, float... dashes) {
        this.width = width;
        this.ends = ends;
        this.dashes = dashes;
    }

    public float width() {
        return width;
    }

    public Ends ends() {
        return ends;
    }

    public boolean dashed() {
        return dashes.length > 0;
    }

    /** Returns the alternating lengths of dashes and gaps in pixels; empty for a solid line. */
    public float[] dashes() {
        return dashes.clone();
    }

    /** Returns the pen of a series: dashed for the highlighted series, thin for grey series. */
    public static Pen of(Ink ink) {
        return switch (ink) {
            case ORANGE -> DASHED;
            case GREY -> THIN_LINE;
            default -> LINE;
        };
    }
}
