package runbench.plotter.theme;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a page is drawn in, on a light or a dark ground; charts that are files are always light.
 *
 * @param phaseAlpha of phases behind lines
 */
public record Palette(Colour ground, Colour text, Colour muted, Colour grid, Colour axis, Colour missing,
        Colour noPhase, Colour middle, Colour picked, Colour others, double phaseAlpha) {
    public static final Palette LIGHT = new Palette(Theme.GROUND, Theme.TEXT, Theme.MUTED, Theme.GRID, Theme.AXIS,
            Theme.MISSING, Theme.NO_PHASE, Ink.BLUE.colour(), Ink.ORANGE.colour(), Ink.GREY.colour(),
            Theme.PHASE_ALPHA);
    /** Contrasts with the ground as the light one's do. */
    public static final Palette DARK = new Palette(Colour.of(0x14181D), Colour.of(0xE6EAEE), Colour.of(0x9DA7B1),
            Colour.of(0x2A3138), Colour.of(0x5A6570), Colour.of(0x4A535C), Colour.of(0x555D66), Colour.of(0x56B4E9),
            Colour.of(0xFF9E6D), Colour.of(0x6B7680), 0.2);

    /** All of them by name. */
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
        // Phases are pale on either ground: what is written on them is dark.
        all.put("onPhase", Theme.TEXT);
        return all;
    }
}
