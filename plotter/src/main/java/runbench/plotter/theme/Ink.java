package runbench.plotter.theme;

/** The colours of series, distinguishable with colour vision deficiencies (after Okabe and Ito). */
public enum Ink {
    /** The first or only series. */
    BLUE(0x0072B2),
    /** The highlighted series, dashed among {@link #GREY} ones. */
    ORANGE(0xB8370B), GREEN(0x00805C), PURPLE(0xA64B8A), AMBER(0xC28800), SKY(0x4AA3DB),
    /** The series that are not highlighted; 16 ranks do not get 16 colours. */
    GREY(0xA9B2BB), BLACK(0x1B1F24);

    private static final Ink[] SERIES = {BLUE, ORANGE, GREEN, PURPLE, AMBER, SKY};
    private final Colour colour;

    Ink(int rgb) {
        colour = Colour.of(rgb);
    }

    public Colour colour() {
        return colour;
    }

    /** Returns the ink of the {@code i}-th of several equally important series; the six inks repeat. */
    public static Ink series(int i) {
        return SERIES[Math.floorMod(i, SERIES.length)];
    }
}
