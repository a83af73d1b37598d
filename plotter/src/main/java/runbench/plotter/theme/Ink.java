package runbench.plotter.theme;

/** Named colours for series, distinguished also by people who see colours differently (after Okabe and Ito). */
public enum Ink {
    /** The first or only series. */
    BLUE(0x0072B2),
    /** The picked series, drawn dashed among {@link #GREY} ones. */
    ORANGE(0xB8370B), GREEN(0x00805C), PURPLE(0xA64B8A), AMBER(0xC28800), SKY(0x4AA3DB),
    /** Everything that is not picked: 16 ranks never get 16 colours. */
    GREY(0xA9B2BB), BLACK(0x1B1F24);

    private static final Ink[] SERIES = {BLUE, ORANGE, GREEN, PURPLE, AMBER, SKY};
    private final Colour colour;

    Ink(int rgb) {
        colour = Colour.of(rgb);
    }

    public Colour colour() {
        return colour;
    }

    /** Ink of the {@code i}-th of several series that are all of interest; at most six, then they repeat. */
    public static Ink series(int i) {
        return SERIES[Math.floorMod(i, SERIES.length)];
    }
}
