package runbench.plotter.render.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.quantity.Numbers;

/** The page as people use it, in a real browser without a window. */
@Tag("machine")
@TestMethodOrder(MethodOrderer.MethodName.class)
class BrowserTest {
    private static final String PAGE = "runbenchPage";
    @TempDir
    private static Path folder;
    private static Page page;
    private static Path file;
    private static HeadlessBrowser browser;

    @BeforeAll
    static void openPage() throws IOException {
        assumeTrue(HeadlessBrowser.executable().isPresent(), "no Chromium: apt-get install chromium");
        page = PageExamples.page(16, 100_000, 8192);
        file = folder.resolve("page.html");
        HtmlPage.write(page, file);
        browser = HeadlessBrowser.open(Files.createDirectory(folder.resolve("profile")));
    }

    @AfterAll
    static void closeBrowser() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void freshPage() throws IOException {
        browser.complaints().clear();
        browser.scripts(true);
        browser.size(1280, 2000, 1);
        browser.call("Page.navigate", Map.of("url", "about:blank"));
        browser.open(file, true);
    }

    private static void pictureInto(String name) throws IOException {
        String pictures = System.getProperty("runbench.pictures");
        if (pictures != null) {
            browser.screenshot(Path.of(pictures, name + ".png"));
        }
    }

    @Test
    void decodedValuesAreTheSourcesWithinAStep() throws IOException {
        for (int m = 0; m < 3; m++) {
            PageMetric metric = page.series().metrics().get(m);
            double step = browser.number(PAGE + ".data.metrics[" + m + "].planes[0].step");
            double worst = 0;
            for (int lane : new int[] {0, 2, 15}) {
                @SuppressWarnings("unchecked")
                List<Object> decoded = (List<Object>) browser.value("Array.from(" + PAGE + ".data.levels[" + m + "].at(0)[" + lane + "].mean, v => isNaN(v) ? 'gap' : v)");
                assertThat(decoded).hasSize(8192);
                for (int b = 0; b < 8192; b++) {
                    double source = metric.mean()[lane][b];
                    assertThat(decoded.get(b) instanceof String).isEqualTo(Double.isNaN(source));
                    if (!Double.isNaN(source)) {
                        worst = Math.max(worst, Math.abs(((Number) decoded.get(b)).doubleValue() - source));
                    }
                }
            }
            assertThat(worst).as("largest error of " + metric.name()).isPositive().isLessThanOrEqualTo(step);
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void coarserLevelsKeepExtremes() throws IOException {
        PageMetric wide = page.series().metrics().get(0).coarsened(16);
        String lane = PAGE + ".data.levels[0].at(4)[3]";
        for (int b : new int[] {0, 17, 511}) {
            assertThat(browser.number(lane + ".mean[" + b + "]")).isCloseTo(wide.mean()[3][b], offset(0.01));
            assertThat(browser.number(lane + ".high[" + b + "]")).isCloseTo(wide.max()[3][b], offset(0.01));
            assertThat(browser.number(lane + ".low[" + b + "]")).isCloseTo(wide.min()[3][b], offset(0.01));
        }
    }

    @Test
    void draggingZoomsAllPanelsAndADoubleClickShowsTheWholeRun() throws IOException {
        double[] box = box("#stage .panel");
        double left = box[0] + 64;
        double width = box[2] - 64 - 16;
        browser.drag(left + 0.25 * width, left + 0.5 * width, box[1] + 60);

        assertThat(browser.number(PAGE + ".view.from")).isCloseTo(250, offset(2.0));
        assertThat(browser.number(PAGE + ".view.to")).isCloseTo(500, offset(2.0));
        assertThat(browser.text(PAGE + ".panels().every(p => p.chart.scales.x.min === " + PAGE + ".view.from && p.chart.scales.x.max === " + PAGE
                + ".view.to)")).isEqualTo("true");
        pictureInto("zoomed");
        browser.value("document.getElementById('stage').dispatchEvent(new MouseEvent('dblclick'))");
        assertThat(browser.number(PAGE + ".view.to")).isEqualTo(1000);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void oneReadoutAndOneCursorServeAllPanels() throws IOException {
        double[] box = box("#stage .panel");
        double x = box[0] + 64 + 0.333 * (box[2] - 64 - 16);
        double before = box(".readout")[1];
        browser.mouse("mouseMoved", x, box[1] + 40);
        String readout = browser.text("document.querySelector('.readout').textContent");

        assertThat(readout).startsWith("333 s · median of ranks · phase P").contains("instructions per cycle", "page faults", "\u2009k (").doesNotContain("–");
        assertThat(box(".readout")[1]).as("the readout stays where it is").isEqualTo(before);
        assertThat(box("#cursor")[0]).isCloseTo(x, offset(1.0));
        assertThat(browser.text("(() => { const a = " + PAGE + ".panels().map(p => p.chart.chartArea); return a.every(b => b.left === 64 && b.right === a[0].right); })()"))
                .as("all panels have their time at the same place").isEqualTo("true");
        pictureInto("hovered");
        browser.mouse("mouseMoved", x, box("#stage .heat")[1] + 20);
        assertThat(browser.text("document.querySelector('.readout').textContent")).as("over any panel").isEqualTo(readout);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aPhaseIsSelectedInTheStripAndInTheTable() throws IOException {
        double[] box = box("#stage .strip");
        double x = box[0] + 64 + 0.03 * (box[2] - 64 - 16); // 30 s: the second phase
        browser.mouse("mouseMoved", x, box[1] + 10);
        browser.mouse("mousePressed", x, box[1] + 10);
        browser.mouse("mouseReleased", x, box[1] + 10);
        assertThat(browser.number(PAGE + ".view.phase")).isEqualTo(1);
        assertThat(browser.text("document.querySelectorAll('tr[data-phase]')[1].getAttribute('aria-selected')")).isEqualTo("true");
        pictureInto("phase");

        browser.value("document.querySelectorAll('tr[data-phase]')[2].click()");
        assertThat(browser.number(PAGE + ".view.phase")).isEqualTo(2);
        browser.value("document.getElementById('stage').focus()");
        browser.key("n", "n");
        assertThat(browser.number(PAGE + ".view.from")).isCloseTo(38, offset(1.0));
        assertThat(browser.number(PAGE + ".view.to")).isCloseTo(86, offset(1.0));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theKeyboardDoesAllOfIt() throws IOException {
        browser.value("document.getElementById('stage').focus()");
        browser.key("+", "+");
        assertThat(browser.number(PAGE + ".view.to - " + PAGE + ".view.from")).isCloseTo(500, offset(1.0));
        browser.key("ArrowRight", "");
        browser.key("r", "r");
        assertThat(browser.number(PAGE + ".view.lane")).isZero();
        assertThat(browser.number(PAGE + ".view.cursor")).isCloseTo(505, offset(1.0));
        browser.await("document.querySelector('[aria-live]').textContent.includes('instructions per cycle')");
        browser.key("Escape", "");
        browser.key("0", "0");
        assertThat(browser.number(PAGE + ".view.lane")).isEqualTo(-1);
        assertThat(browser.number(PAGE + ".view.to")).isEqualTo(1000);
    }

    @Test
    void aFindingZoomsAndPicks() throws IOException {
        browser.value("document.querySelector('.findings a').click()");
        browser.await(PAGE + ".view.from === 400");
        assertThat(browser.number(PAGE + ".view.to")).isEqualTo(500);
        assertThat(browser.number(PAGE + ".view.lane")).isEqualTo(PageExamples.SLOW);
        pictureInto("finding");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aLanePerRankIsDrawnWhenItComesIntoView() throws IOException {
        browser.size(1280, 900, 1);
        browser.value("(() => { const s = [...document.querySelectorAll('.tools select')].find(e => e.textContent.includes('a lane per rank')); s.value = '1'; s.dispatchEvent(new Event('change')); })()");
        browser.await(PAGE + ".panels().length === 16 && " + PAGE + ".panels().some(p => p.chart)");
        assertThat(browser.text(PAGE + ".panels()[15].chart === undefined")).as("the last is far below the screen").isEqualTo("true");
        browser.value("document.getElementById('stage').scrollIntoView()");
        pictureInto("lanes");
        browser.value(PAGE + ".panels()[15].figure.scrollIntoView()");
        browser.await(PAGE + ".panels()[15].chart !== undefined");
        assertThat(box("#stage figure:nth-child(16)")[1]).as("not under the toolbar").isGreaterThan(box(".bar")[3]);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void numbersAreWrittenAsOnTheOtherCharts() throws IOException {
        double[] values = {0, 1, 0.5, 12345, 999.95, 1234567.8, 99995, 3.1e9, 0.00012345, 2.5, 1e13};
        String theirs = browser.text("[" + DoubleStream.of(values).mapToObj(Double::toString).collect(Collectors.joining(","))
                + "].map(v => Numbers.si(v, 4) + '|' + Numbers.si(v, 3, 's')).join(' ')");
        assertThat(theirs).isEqualTo(DoubleStream.of(values).mapToObj(v -> Numbers.si(v, 4, "") + "|" + Numbers.si(v, 3, "s")).collect(Collectors.joining(" ")));
    }

    @Test
    void withoutScriptsTheOverviewAndTheTablesAreThere() throws IOException {
        browser.scripts(false);
        browser.size(1280, 1000, 1);
        browser.open(file, false);

        assertThat(box("#overview svg")[3]).as("height of the overview").isGreaterThan(100);
        assertThat(browser.text("getComputedStyle(document.getElementById('charts')).display")).isEqualTo("none");
        assertThat(browser.text("document.querySelector('noscript').innerText")).contains("JavaScript is off");
        assertThat(browser.text("document.querySelector('table').innerText")).contains("P2", "13.5");
        pictureInto("without-scripts");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void fitsANarrowWindow() throws IOException {
        browser.size(700, 1800, 1);
        browser.await("document.querySelector('#stage .panel canvas').clientWidth < 700");
        assertThat(browser.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(700);
        pictureInto("narrow");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void itsCostIsReported() throws IOException {
        StringBuilder zooms = new StringBuilder();
        for (double span : new double[] {500, 250, 100, 20, 4, 1000}) {
            zooms.append(browser.text("(() => { location.hash = 'from=' + (500 - " + span + " / 2) + '&to=' + (500 + " + span + " / 2); })(),"
                    + "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(" + PAGE + ".drawMs.toFixed(1))))))"))
                    .append(' ');
        }
        System.out.printf("page: %d bytes; first contentful paint %s ms, decoded in %s ms, drawn at %s ms; zooms %s ms; heap %s MB%n", Files.size(file),
                browser.text("performance.getEntriesByName('first-contentful-paint')[0]?.startTime.toFixed(0)"), browser.text(PAGE + ".decodeMs.toFixed(0)"),
                browser.text(PAGE + ".readyMs.toFixed(0)"), zooms, browser.text("(performance.memory.usedJSHeapSize / 1e6).toFixed(0)"));
        pictureInto("whole");
        assertThat(browser.number(PAGE + ".readyMs")).isPositive();
    }

    /** Left, top, width, height in the window. */
    private static double[] box(String selector) throws IOException {
        @SuppressWarnings("unchecked")
        List<Number> box = (List<Number>) browser.value("(() => { const r = document.querySelector('" + selector
                + "').getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()");
        return box.stream().mapToDouble(Number::doubleValue).toArray();
    }
}
