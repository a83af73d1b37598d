package runbench.plotter.render.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.plotter.render.html.Page.PageClocks;
import runbench.plotter.render.html.PageStacks.Frame;
import runbench.plotter.render.html.PageStacks.Samples;
import runbench.plotter.render.html.PageStacks.Shares;

/**
 * Tests the flame graph in a real headless browser: 100 samples of main;solve in the first half of the run, then 60 of
 * main;solve;dot and 40 of main;io in the kernel.
 */
abstract class FlameGraphInBrowser {
    private static final String FLAMES = "runbenchPage.flames";
    private static final int[] CALLERS = {-1, 0, 1, 0};
    private static final List<Frame> FRAMES = List.of(new Frame("main", "app", false), new Frame("solve", "app", false),
            new Frame("dot", "libm.so", false), new Frame("io", "[kernel]", true));

    @TempDir
    private static Path folder;
    private static HeadlessBrowser browser;

    @BeforeAll
    static void useBrowser() {
        browser = PagesInBrowserTest.browser();
    }

    private static void open(Page page, String name) throws IOException {
        Path file = folder.resolve(name);
        HtmlPage.write(page, file);
        browser.complaints().clear();
        browser.size(1280, 2000, 1);
        browser.scripts(true);
        browser.open(file, true);
    }

    private static Object value(String expression) throws IOException {
        return browser.value("(() => { const f = " + FLAMES + "; " + expression + " })()");
    }

    /** Shows the change of the view in the next frame. */
    private static void after(String change) throws IOException {
        browser.value("(() => { " + change + "; return new Promise(done => requestAnimationFrame(() => "
                + "requestAnimationFrame(() => setTimeout(() => done(1))))); })()");
    }

    private static Page run() {
        Page plain = PageExamples.overBothAxes();
        double end = plain.series().end();
        int[] nodes = IntStream.range(0, 200).map(i -> i < 100 ? 1 : i < 160 ? 2 : 3).toArray();
        int[] ones = nodes.clone();
        Arrays.fill(ones, 1);
        double[] wall = IntStream.range(0, 200).mapToDouble(i -> (i + 0.5) * end / 200).toArray();
        double[] running = IntStream.range(0, 200).mapToDouble(i -> (i + 0.5) * 2).toArray();
        PageStacks stacks = new PageStacks("Event task-clock.", FRAMES, CALLERS, new int[]{0, 1, 2, 3},
                new Samples(nodes, ones, List.of(wall, running)));
        return new Page(plain.title(), "", List.of(), List.of(), plain.series(), PageClocks.ONE, PageCalls.NONE, stacks,
                List.of(), List.of(), List.of(), List.of(), List.of(), "");
    }

    @Test
    void theGraphShowsTheViewOfTheChartsAndTheSelectedFunction() throws IOException {
        open(run(), "run.html");
        assertThat(browser.complaints()).isEmpty();
        assertThat(value("return f.label.textContent")).isEqualTo("200 samples of the whole run. Event task-clock.");
        assertThat(value("return [...f.total].join()")).isEqualTo("200,160,60,40");
        assertThat(value("return f.describe(1).replaceAll('\\u2009', ' ')"))
                .isEqualTo("solve (app): 80 % (160 samples), itself 50 % (100 samples)");
        assertThat(value("return Math.round(100 * f.rects.find(r => r.node === 1).w / f.width)")).isEqualTo(80);
        // Siblings are in alphabetical order.
        assertThat(value("return f.rects.find(r => r.node === 3).x")).isEqualTo(0);

        after("runbenchPage.view.zoom(0, runbenchPage.data.end / 2)");
        assertThat(value("return [...f.total].join()")).isEqualTo("100,100,0,0");
        assertThat((String) value("return f.label.textContent")).startsWith("100 samples from 0");
        after("runbenchPage.view.turn(1); runbenchPage.view.zoom(200, 400)");
        assertThat(value("return [...f.total].join()")).as("running time").isEqualTo("100,60,60,40");
        after("runbenchPage.view.turn(0)");
        String ofPhase = (String) value("const {data} = runbenchPage; const n = [0, 0, 0, 0]; "
                + "for (let i = 0; i < 200; i++) { if (data.phaseAt(0, (i + 0.5) * data.end / 200) === 1) { "
                + "n[i < 100 ? 1 : i < 160 ? 2 : 3]++; } } "
                + "return [n[1] + n[2] + n[3], n[1] + n[2], n[2], n[3]].join()");
        after("runbenchPage.view.pick({phase: 1})");
        assertThat(value("return [...f.total].join()")).isEqualTo(ofPhase).isNotEqualTo("200,160,60,40");
        assertThat((String) value("return f.label.textContent")).contains(" of phase ");
        after("runbenchPage.view.pick({phase: -1})");

        value("f.zoom(2)");
        assertThat(value("return f.rects.map(r => r.node + ':' + Math.round(100 * r.w / f.width)).join()"))
                .isEqualTo("-1:100,0:100,1:100,2:100");
        value("f.canvas.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}))");
        assertThat(value("return f.zoomed")).isEqualTo(-1);
        value("f.search.value = 'SOLVE'; f.draw()");
        assertThat(value("return f.matched.textContent.replaceAll('\\u2009', ' ')"))
                .isEqualTo("1 function, in 80 % of the samples");
    }

    @Test
    void aNarrowWindowIsNotWidened() throws IOException {
        open(run(), "narrow.html");
        browser.size(390, 1500, 1);
        after("0");
        after("0");
        assertThat(value("return document.documentElement.scrollWidth <= 390 && f.width > 300 && f.width <= 390"))
                .isEqualTo(true);
    }

    @Test
    void twoProgramsAreColouredWhereTheyDiffer() throws IOException {
        PageStacks stacks = new PageStacks("Widths.", FRAMES, CALLERS, new int[]{0, 1, 2, 3},
                new Shares(new double[]{0, 0.5, 0.1, 0.4}, new double[]{0, 0.5, 0.3, 0.2},
                        new boolean[]{false, false, true, true}, "old", "new"));
        open(new Page("old and new", "", List.of(), List.of(), PageSeries.NONE, PageClocks.ONE, PageCalls.NONE, stacks,
                List.of(), List.of(), List.of(), List.of(), List.of(), ""), "two.html");
        assertThat(browser.complaints()).isEmpty();
        assertThat(value("return f.describe(2).replaceAll('\\u2009', ' ')"))
                .isEqualTo("dot (libm.so): old 10 %, new 30 % of the samples (+20 points); itself 10 %, 30 %");
        assertThat((String) value("return f.describe(1)")).contains("not significant");
        assertThat(
                value("const t = f.theme(); return f.colour(2, t)[0] === t.picked && f.colour(3, t)[0] === t.middle && "
                        + "f.colour(1, t)[0] === t.grid"))
                .isEqualTo(true);
    }
}
