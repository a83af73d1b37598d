package runbench.plotter.render.awt;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.util.function.Supplier;
import runbench.base.error.RunbenchException;
import runbench.plotter.theme.Theme;

/** The fonts of a chart, loaded once. If the machine has no fonts, the error message has a remedy. */
final class Fonts {
    /** The context of all text measurements, so that the layout does not depend on the output device. */
    static final FontRenderContext CONTEXT = new FontRenderContext(null, true, true);

    final Font title;
    final Font label;
    final Font bold;
    final Font small;

    private static Fonts loaded;

    private Fonts() {
        title = new Font(Font.SANS_SERIF, Font.BOLD, Theme.TITLE_TEXT);
        label = new Font(Font.SANS_SERIF, Font.PLAIN, Theme.LABEL_TEXT);
        bold = new Font(Font.SANS_SERIF, Font.BOLD, Theme.LABEL_TEXT);
        small = new Font(Font.SANS_SERIF, Font.PLAIN, Theme.SMALL_TEXT);
    }

    /**
     * Returns the fonts.
     *
     * @throws RunbenchException exit code 3: the machine has no usable fonts
     */
    static synchronized Fonts get() {
        if (loaded == null) {
            loaded = checked(() -> {
                Fonts fonts = new Fonts();
                if (fonts.title.getStringBounds("Ag", CONTEXT).getWidth() <= 0) {
                    throw new InternalError("text has no width");
                }
                return fonts;
            });
        }
        return loaded;
    }

    /**
     * Runs the first use of fonts and converts its errors. Without fontconfig, fonts or a font library, the JVM fails
     * in ways that depend on its build: InternalError, UnsatisfiedLinkError, NullPointerException, and
     * NoClassDefFoundError on the second attempt.
     */
    static <T> T checked(Supplier<T> firstUse) {
        try {
            return firstUse.get();
        } catch (LinkageError | InternalError | RuntimeException e) {
            throw RunbenchException
                    .machine("cannot draw text in charts: this machine has no fonts that Java can use (" + e
                            + "); everything else of the run is kept")
                    .remedy("apt-get install fontconfig fonts-dejavu-core libharfbuzz0b")
                    .causedBy(e);
        }
    }
}
