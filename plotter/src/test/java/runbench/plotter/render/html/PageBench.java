package runbench.plotter.render.html;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Measures the time to open a page and takes screenshots: the part of {@code scripts/bench/page} that needs a browser.
 */
final class PageBench {
    private static final int OPENED = 5;
    private static final String ZOOMS = """
            (async () => {
              const frame = () => new Promise(done => requestAnimationFrame(done));
              const [draws, frames] = [[], []];
              for (const key of '++++++++--------++++++++++----------'.repeat(2)) {
                await frame();
                const before = performance.now();
                document.getElementById('stage').dispatchEvent(new KeyboardEvent('keydown', {key}));
                await frame();
                await new Promise(done => setTimeout(done));
                draws.push(runbenchPage.drawMs);
                frames.push(performance.now() - before);
              }
              const of = all => [0.5, 0.95].map(share => all.sort((a, b) => a - b)[Math.floor(share * all.length)].toFixed(1)).join(' / ');
              return 'drawing ' + of(draws) + ' ms, until the next frame ' + of(frames) + ' ms (median / 95 %)';
            })()""";

    private PageBench() {
    }

    /**
     * Runs the measurement.
     *
     * @param args page, folder for pictures
     */
    public static void main(String[] args) throws IOException {
        Path page = Path.of(args[0]).toAbsolutePath();
        Path pictures = Files.createDirectories(Path.of(args[1]));
        boolean charts = Files.readString(page).contains("id=\"charts\"");
        System.out.printf("%s: %,d bytes%n", page, Files.size(page));
        try (HeadlessBrowser browser = HeadlessBrowser.open(Files.createTempDirectory("page-bench"))) {
            for (int i = 0; i < OPENED; i++) {
                browser.size(1280, 900, 1);
                browser.open(page, charts);
                System.out.printf("  opened: first paint %s ms%s%n",
                        browser.text("performance.getEntriesByName('first-contentful-paint')[0]?.startTime.toFixed(0)"),
                        charts ? browser.text("', decoded in ' + runbenchPage.decodeMs.toFixed(0) + ' ms, drawn at ' + "
                                + "runbenchPage.readyMs.toFixed(0) + ' ms'") : "");
            }
            if (charts) {
                System.out.println("  zoom: " + browser.text(ZOOMS));
                browser.key("0", "0");
            }
            for (String scheme : List.of("light", "dark")) {
                browser.call("Emulation.setEmulatedMedia",
                        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
                for (int width : new int[]{1280, 390}) {
                    shoot(browser, page, width, charts, pictures.resolve(scheme + "-" + width + ".png"));
                }
            }
            browser.call("Emulation.setEmulatedMedia",
                    Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "light"))));
            browser.scripts(false);
            browser.call("Page.navigate", Map.of("url", "about:blank"));
            shoot(browser, page, 1280, false, pictures.resolve("without-scripts-1280.png"));
            System.out.println("  requests for anything else, errors, warnings: "
                    + (browser.complaints().isEmpty() ? "none" : browser.complaints()));
        }
    }

    /** Takes a screenshot of the whole page. */
    private static void shoot(HeadlessBrowser browser, Path page, int width, boolean scripts, Path png)
            throws IOException {
        browser.size(width, 900, 1);
        browser.open(page, scripts);
        int height = (int) Math.min(8000, browser.number("document.documentElement.scrollHeight"));
        if (browser.number("document.documentElement.scrollWidth") > width) {
            System.out.println("  wider than its window of " + width + ": "
                    + browser.number("document.documentElement.scrollWidth"));
        }
        browser.size(width, height, 1);
        if (scripts) {
            browser.value(
                    "new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => "
                            + "setTimeout(done))), 300))");
        }
        browser.screenshot(png);
        System.out.println("  " + png);
    }
}
