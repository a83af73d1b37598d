package runbench.plotter.render.html;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** All tests of pages in one headless browser, whose start takes as much processor time as three pages. */
@Tag("machine")
@Tag("beside")
class PagesInBrowserTest {
    @TempDir
    private static Path profile;
    private static HeadlessBrowser browser;

    @BeforeAll
    static void openBrowser() throws IOException {
        assumeTrue(HeadlessBrowser.executable().isPresent(), "no Chromium: apt-get install chromium");
        browser = HeadlessBrowser.open(profile);
    }

    @AfterAll
    static void closeBrowser() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    static HeadlessBrowser browser() {
        return browser;
    }

    @Nested
    class Charts extends ChartsInBrowser {}

    @Nested
    class FlameGraph extends FlameGraphInBrowser {}
}
