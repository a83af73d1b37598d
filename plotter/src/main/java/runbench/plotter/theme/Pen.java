package runbench.plotter.theme;

/** How lines are drawn: width in pixels at scale 1, ends, dashes. */
public enum Pen {
    LINE(1.4f, Ends.ROUND), BOLD_LINE(2.0f, Ends.ROUND), THIN_LINE(0.8f, Ends.ROUND), HAIR(1f, Ends.SQUARE),
    /** The ground around a line that lies on others. */
    HALO(3.6f, Ends.SQUARE), SWATCH(2f, Ends.SQUARE),
    /** The picked series is dashed as well as coloured: its contrast with the first colour is only 1.13. */
    DASHED(1.5f, Ends.CUT, 6f, 3f);

    /** How a line ends and turns: round; square and pointed; cut off and round. */
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

    /** Lengths of dashes and gaps by turns, pixels; empty for a solid line. */
    public float[] dashes() {
        return dashes.clone();
    }

    /** The pen of a series: the picked one is dashed, what is not picked thin. */
    public static Pen of(Ink ink) {
        return switch (ink) {
            case ORANGE -> DASHED;
            case GREY -> THIN_LINE;
            default -> LINE;
        };
    }
}
