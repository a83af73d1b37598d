package runbench.plotter.theme;

/**
 * A colour as a plain value for any renderer.
 *
 * @param rgb 0xRRGGBB
 * @param alpha 0 (transparent) to 255 (opaque)
 */
public record Colour(int rgb, int alpha) {
    public Colour {
        if ((rgb & 0xFF000000) != 0 || alpha < 0 || alpha > 255) {
            throw new IllegalArgumentException("no colour: rgb 0x" + Integer.toHexString(rgb) + ", alpha " + alpha);
        }
    }

    /** Returns an opaque colour from 0xRRGGBB. */
    public static Colour of(int rgb) {
        return new Colour(rgb, 255);
    }

    /** Returns this colour with another opacity, 0 to 1. */
    public Colour withAlpha(double share) {
        return new Colour(rgb, (int) Math.round(255 * share));
    }

    /** Returns the grey of equal luminance. */
    public Colour grey() {
        int light = (int) Math.round(0.2126 * (rgb >> 16) + 0.7152 * (rgb >> 8 & 0xFF) + 0.0722 * (rgb & 0xFF));
        return new Colour(light << 16 | light << 8 | light, alpha);
    }

    /** Returns the colour as 0xAARRGGBB. */
    public int argb() {
        return alpha << 24 | rgb;
    }
}
