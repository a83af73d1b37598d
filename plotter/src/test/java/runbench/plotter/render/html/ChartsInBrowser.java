package runbench.plotter.render.html;

import runbench.plotter.render.html.PageSeries.Stays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.quantity.Numbers;

/**
 * Tests the page in a real headless browser. Each load takes a second: only tests with an {@link Order} open a page,
 * and they are last.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class ChartsInBrowser {
    private static final int LAST = Integer.MAX_VALUE;
    private static final String PAGE = "runbenchPage";
    @TempDir
    private static Path folder;
    private static Page page;
    private static Path file;
    private static HeadlessBrowser browser;

    @BeforeAll
    static void openPage() throws IOException {
        page = PageExamples.page(16, 100_000, 8192);
        file = folder.resolve("page.html");
        HtmlPage.write(page, file);
        browser = PagesInBrowserTest.browser();
    }

    @BeforeEach
    void freshPage(TestInfo test) throws IOException {
        browser.complaints().clear();
        browser.size(1280, 2000, 1);
        if (test.getTestMethod().orElseThrow().isAnnotationPresent(Order.class)) {
            browser.scripts(true);
        } else if (Boolean.TRUE.equals(browser.value(
                "location.pathname.endsWith('/page.html') && document.documentElement?.dataset.ready === 'yes'"))) {
            browser.value("history.replaceState(null, '', location.pathname), scrollTo(0, 0), " + PAGE
                    + ".view.pick({lane: -1, phase: -1, metric: 0, each: false, cursor: null}), " + PAGE
                    + ".view.whole()");
            frame();
        } else {
            browser.scripts(true);
            browser.open(file, true);
        }
    }

    /** Waits until the change is visible. */
    private static void frame() throws IOException {
        browser.value(
                "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))");
    }

    private static void pictureInto(String name) throws IOException {
        String pictures = System.getProperty("runbench.pictures");
        if (pictures != null) {
            browser.screenshot(Files.createDirectories(Path.of(pictures)).resolve(name + ".png"));
        }
    }

    @Order(LAST)
    @Test
    void anotherAxisShowsItsOwnSeriesAndPhasesReturnToTheFirst() throws IOException {
        Path both = folder.resolve("both.html");
        HtmlPage.write(PageExamples.overBothAxes(), both);
        browser.open(both, true);
        String choose = "(axis => { const box = [...document.querySelectorAll('.tools label')].find(l => "
                + "l.textContent.startsWith('Across')).querySelector('select'); box.value = axis; "
                + "box.dispatchEvent(new Event('change')); })";
        String strips = "['strip', 'states'].filter(name => document.querySelector('.' + name).offsetHeight).join()";
        assertThat(browser.value(strips)).isEqualTo("strip,states");
        assertThat(browser.number(PAGE + ".view.to")).isEqualTo(1000);

        browser.value(choose + "('1')");
        frame();
        assertThat(browser.value(strips)).isEqualTo("");
        assertThat(browser.number(PAGE + ".view.to")).isEqualTo(400);
        assertThat(browser.number(PAGE + ".data.levels[0].at(0)[0].mean.length")).isEqualTo(100);
        assertThat(browser.value("document.querySelector('.legend').textContent").toString())
                .contains("task running time (s)");
        pictureInto("running-time");

        browser.value(PAGE + ".view.pick({phase: 1})");
        frame();
        assertThat(browser.value(strips)).isEqualTo("strip,states");
        assertThat(browser.number(PAGE + ".view.to")).isEqualTo(1000);
        assertThat(browser.complaints()).isEmpty();
        pictureInto("wall-time");
    }

    @Test
    void decodedValuesEqualTheSourceWithinAStep() throws IOException {
        for (int m = 0; m < 3; m++) {
            PageMetric metric = page.series().metrics().get(m);
            double step = browser.number(PAGE + ".data.metrics[" + m + "].planes[0].step");
            double worst = 0;
            for (int lane : new int[]{0, 2, 15}) {
                @SuppressWarnings("unchecked")
                List<Object> decoded = (List<Object>) browser.value("Array.from(" + PAGE + ".data.levels[" + m
                        + "].at(0)[" + lane + "].mean, v => isNaN(v) ? 'gap' : v)");
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
        assertThat(browser.number(PAGE + ".readyMs")).isPositive();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void coarserLevelsKeepExtremes() throws IOException {
        PageMetric wide = page.series().metrics().get(0).coarsened(16);
        String lane = PAGE + ".data.levels[0].at(4)[3]";
        for (int b : new int[]{0, 17, 511}) {
            assertThat(browser.number(lane + ".mean[" + b + "]")).isCloseTo(wide.mean()[3][b], offset(0.01));
            assertThat(browser.number(lane + ".high[" + b + "]")).isCloseTo(wide.max()[3][b], offset(0.01));
            assertThat(browser.number(lane + ".low[" + b + "]")).isCloseTo(wide.min()[3][b], offset(0.01));
        }
    }

    @Test
    void draggingZoomsAndDoubleClickShowsTheWholeRun() throws IOException {
        double[] box = box("#stage .panel");
        double left = box[0] + 64;
        double width = box[2] - 64 - 16;
        browser.drag(left + 0.25 * width, left + 0.5 * width, box[1] + 60);

        assertThat(browser.number(PAGE + ".view.from")).isCloseTo(250, offset(2.0));
        assertThat(browser.number(PAGE + ".view.to")).isCloseTo(500, offset(2.0));
        frame();
        assertThat(browser.text("[...new Set(" + PAGE
                + ".panels().map(p => p.chart.scales.x.ticks.map(t => t.label).join()))].join(' and ')"))
                .as("the time axis of each panel")
                .startsWith("250,")
                .contains("300,")
                .endsWith(",500")
                .doesNotContain("600", "and");
        pictureInto("zoomed");
        browser.value("document.getElementById('stage').dispatchEvent(new MouseEvent('dblclick'))");
        assertThat(browser.number(PAGE + ".view.to")).isEqualTo(1000);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void allPanelsShareReadoutAndCursor() throws IOException {
        double[] box = box("#stage .panel");
        double x = box[0] + 64 + 0.333 * (box[2] - 64 - 16);
        double before = box(".readout")[1];
        browser.mouse("mouseMoved", x, box[1] + 40);
        String readout = browser.text("document.querySelector('.readout').textContent");

        assertThat(readout).startsWith("333 s · median of ranks · phase P")
                .contains("instructions per cycle", "page faults", "\u2009k (")
                .doesNotContain("–");
        assertThat(box(".readout")[1]).as("position of the readout").isEqualTo(before);
        assertThat(box("#cursor")[0]).isCloseTo(x, offset(1.0));
        assertThat(browser.text("[...document.querySelectorAll('#stage canvas')].every(c => c.clientWidth === "
                + "document.getElementById('stage').clientWidth)")).as("all charts share the time axis")
                .isEqualTo("true");
        pictureInto("hovered");
        browser.mouse("mouseMoved", x, box("#stage .heat")[1] + 20);
        assertThat(browser.text("document.querySelector('.readout').textContent")).as("over any panel")
                .isEqualTo(readout);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void phaseSelectionUpdatesStripAndTable() throws IOException {
        double[] box = box("#stage .strip");
        double x = box[0] + 64 + 0.03 * (box[2] - 64 - 16); // 30 s: the second phase
        browser.mouse("mouseMoved", x, box[1] + 10);
        browser.mouse("mousePressed", x, box[1] + 10);
        browser.mouse("mouseReleased", x, box[1] + 10);
        frame();
        assertThat(browser.number(PAGE + ".view.phase")).isEqualTo(1);
        assertThat(browser.text("document.querySelectorAll('tr[data-phase]')[1].getAttribute('aria-selected')"))
                .isEqualTo("true");
        String shown = "[...document.querySelectorAll('table[data-follows] tbody tr')].map(row => row.hidden ? '' "
                + ": row.dataset.phase ?? 'all').join()";
        assertThat(browser.text(shown)).as("rows of the selected phase").isEqualTo(",1,1,");
        pictureInto("phase");
        browser.key("Escape", "");
        frame();
        assertThat(browser.text(shown)).isEqualTo("0,1,1,all");

        browser.value("document.querySelectorAll('tr[data-phase]')[2].click()");
        assertThat(browser.number(PAGE + ".view.phase")).isEqualTo(2);
        browser.value("document.getElementById('stage').focus()");
        browser.key("n", "n");
        assertThat(browser.number(PAGE + ".view.from")).isCloseTo(38, offset(1.0));
        assertThat(browser.number(PAGE + ".view.to")).isCloseTo(86, offset(1.0));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void keyboardHasAllFunctions() throws IOException {
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
    void findingZoomsAndSelects() throws IOException {
        browser.value("document.querySelector('.findings a').click()");
        browser.await(PAGE + ".view.from === 400");
        assertThat(browser.number(PAGE + ".view.to")).isEqualTo(500);
        assertThat(browser.number(PAGE + ".view.lane")).isEqualTo(PageExamples.SLOW);
        pictureInto("finding");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void laneIsDrawnWhenVisible() throws IOException {
        browser.size(1280, 900, 1);
        browser.value("(() => { const s = [...document.querySelectorAll('.tools select')].find(e => "
                + "e.textContent.includes('a lane per rank')); s.value = '1'; s.dispatchEvent(new "
                + "Event('change')); })()");
        browser.await(PAGE + ".panels().length === 16 && " + PAGE + ".panels().some(p => p.drawn)");
        assertThat(browser.text(PAGE + ".panels()[15].drawn === 0")).as("the last is far below the screen")
                .isEqualTo("true");
        browser.value("document.getElementById('stage').scrollIntoView()");
        pictureInto("lanes");
        browser.value(PAGE + ".panels()[15].figure.scrollIntoView()");
        browser.await(PAGE + ".panels()[15].drawn > 0");
        assertThat(box("#stage figure:nth-child(16)")[1]).as("not under the toolbar").isGreaterThan(box(".bar")[3]);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void viewIsSavedAsCsvAndPng() throws IOException {
        browser.value(PAGE + ".view.pick({lane: 5}), " + PAGE + ".view.zoom(400, 500)");
        frame();
        String[] lines = browser.text(PAGE + ".downloads.csv()").split("\n");
        assertThat(lines[0])
                .startsWith("from_s,to_s,rank,phase,instructions per cycle mean,instructions per cycle lowest,")
                .contains(",instructions 1/s mean,");
        assertThat(lines).hasSizeBetween(700, 900);
        double width = page.series().binWidth();
        int bin = (int) (450 / width);
        String[] line = Arrays.stream(lines)
                .filter(l -> l.startsWith(Numbers.fixed(bin * width, 1)))
                .findFirst()
                .orElseThrow()
                .split(",");
        assertThat(line).contains("rank 5", "P1").hasSize(13);
        assertThat(Double.parseDouble(line[4])).isCloseTo(
                page.series().metrics().get(0).mean()[5][(int) Math.round(Double.parseDouble(line[0]) / width)],
                offset(1e-3));

        assertThat(words())
                .contains("lammps on 16 ranks · across: time since the start of the run (s) · dashed: rank 5",
                        "two hosts may differ by ±5\u2009ms: less than a pixel here")
                .anyMatch(word -> word.startsWith("no guaranteed bound for this clock"))
                .noneMatch(word -> word.contains("NaN") || word.contains("undefined"));
        assertThat(browser.text(
                PAGE + ".downloads.png().then(blob => createImageBitmap(blob)).then(i => i.width + ' x ' + (i.height > "
                        + "1000))"))
                .isEqualTo(2 * (int) browser.number("document.getElementById('stage').clientWidth") + " x true");
        assertThat(browser.text("""
                (async () => {
                  const [links, {downloads}] = [HTMLAnchorElement.prototype, runbenchPage];
                  const {click} = links;
                  let saved;
                  links.click = function () { saved = this.download + ' ' + this.href.slice(0, 5); };
                  downloads.png = async () => new Blob(['the picture above']);
                  await downloads.save('png');
                  delete downloads.png;
                  links.click = click;
                  return saved;
                })()""")).isEqualTo("lammps_on_16_ranks_400.0-500.0s.png blob:");
        assertThat(browser.complaints()).isEmpty();
    }

    /**
     * Tests the bar with the clock error and the durations of the selected phase.
     */
    @Test
    void drawsClockErrorsAndPhaseDurations() throws IOException {
        assertThat(words()).anyMatch(word -> word.startsWith("duration of the occurrences of P1"))
                .anyMatch(word -> word.endsWith("less than a pixel here"))
                .contains("20\u2009s", "rank 15");
        browser.value(PAGE + ".view.pick({phase: 1}), " + PAGE + ".view.zoom(500, 500.5)");
        frame();
        List<String> words = words();
        assertThat(words).anyMatch(word -> word.startsWith("duration of the occurrences of P2"))
                .anyMatch(word -> word.contains("as long as this bar"));
        Stays stays = page.stays().get(1);
        int first = IntStream.range(0, 40).filter(b -> stays.counts()[0][b] > 0).findFirst().orElseThrow();
        assertThat(words).as("counts and medians").contains(Arrays.stream(stays.counts()[0]).sum() + " × 24\u2009s");
        browser.value("document.querySelector('.stays').scrollIntoView()");
        double[] bar = numbers("(() => { const c = Chart.getChart(document.querySelector('.stays canvas')), r = "
                + "c.canvas.getBoundingClientRect(), e = c.getDatasetMeta(1).data[0];"
                + " return [r.left + e.x, r.top + (e.y + e.base) / 2]; })()");
        browser.mouse("mouseMoved", bar[0], bar[1]);
        browser.await("Chart.getChart(document.querySelector('.stays canvas')).tooltip.body?.length === 1");
        assertThat(browser.text("Chart.getChart(document.querySelector('.stays canvas')).tooltip.body[0].lines[0]"))
                .isEqualTo("rank 0: " + stays.counts()[0][first] + " × "
                        + Numbers.si(stays.low() * Math.pow(10, first * stays.step()), 3, "s") + " to "
                        + Numbers.si(stays.low() * Math.pow(10, (first + 1) * stays.step()), 3, "s"));
        pictureInto("stays");
        browser.value(PAGE + ".view.pick({phase: 2})");
        frame();
        assertThat(browser.text("document.querySelector('.stays').parentElement.textContent"))
                .contains("no durations for the selected phase");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void numbersHaveTheFormatOfOtherCharts() throws IOException {
        double[] values = {0, 1, 0.5, 12345, 999.95, 1234567.8, 99995, 3.1e9, 0.00012345, 2.5, 1e13};
        String theirs = browser
                .text("[" + DoubleStream.of(values).mapToObj(Double::toString).collect(Collectors.joining(","))
                        + "].map(v => Numbers.si(v, 4) + '|' + Numbers.si(v, 3, 's')).join(' ')");
        assertThat(theirs).isEqualTo(DoubleStream.of(values)
                .mapToObj(v -> Numbers.si(v, 4, "") + "|" + Numbers.si(v, 3, "s"))
                .collect(Collectors.joining(" ")));
    }

    @Order(LAST)
    @Test
    void overviewAndTablesWorkWithoutScripts() throws IOException {
        browser.scripts(false);
        browser.size(1280, 1000, 1);
        browser.call("Page.navigate", Map.of("url", "about:blank"));
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

    /** A single run has no other ranks: bands are over its samples. A saved copy keeps view and notes. */
    @Order(LAST)
    @Test
    void savedPageKeepsViewAndNotes() throws IOException {
        Path own = folder.resolve("own.html");
        HtmlPage.write(PageExamples.oneRun(3, 4000), own);
        browser.open(own, true);
        assertThat(browser.number("document.querySelectorAll('.tools select').length"))
                .as("no select box for one lane without phases")
                .isZero();
        assertThat(browser.text("document.querySelector('.legend').textContent")).contains("10 to 90 % of samples");
        double[] spread = numbers("(() => { const s = " + PAGE
                + ".data.levels[0].spreadAt(3, 0); return [s.low[100], s.mean[100], s.high[100]].map(v => v / " + PAGE
                + ".data.levels[0].at(3)[0].mean[100]); })()");
        assertThat(spread[0]).isBetween(0.75, 0.85);
        assertThat(spread[1]).isBetween(0.95, 1.01);
        assertThat(spread[2]).isBetween(1.2, 1.3);
        browser.mouse("mouseMoved", 640, box("#stage .panel")[1] + 40);
        assertThat(browser.text("document.querySelector('.readout').textContent")).contains("event-0", "(10-90 %: ")
                .doesNotContain("median of ranks");

        browser.value(PAGE + ".view.zoom(200, 300), " + PAGE + ".keeping.notes.value = 'slow </script> here'");
        Path kept = folder.resolve("kept.html");
        Files.writeString(kept, browser.text(PAGE + ".keeping.copy()"));
        browser.open(kept, true);
        assertThat(numbers("[" + PAGE + ".view.from, " + PAGE + ".view.to]")).containsExactly(200, 300);
        assertThat(browser.text(PAGE + ".keeping.notes.value")).isEqualTo("slow </script> here");
        assertThat(browser.text("document.getElementById('kept').innerText")).contains("slow </script> here",
                "200.0 to 300.0 s", "SHA-256 c0ffee");
        pictureInto("kept");

        browser.call("Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
        browser.await("Chart.getChart(document.querySelector('.panel canvas'))?.data.datasets.some(set => "
                + "set.borderColor === '#56b4e9')");
        assertThat(browser.text("getComputedStyle(document.body).backgroundColor")).isEqualTo("rgb(20, 24, 29)");
        browser.call("Emulation.setEmulatedMedia", Map.of("features", List.of()));
        browser.size(390, 900, 1);
        browser.await("document.querySelector('#stage .panel canvas').clientWidth < 390");
        assertThat(browser.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
        assertThat(browser.complaints()).isEmpty();
    }

    /** A rank with few, distant samples has a visible line. */
    @Test
    void drawsASampleBetweenGaps() throws IOException {
        assertThat(browser
                .text("JSON.stringify(LinePanel.points([1, NaN, 3, NaN, 5, 6], {first: 1, last: 5, left: b => b, "
                        + "centre: b => b + 0.5}).map(p => [p.x, p.y]))"))
                .isEqualTo("[[1.5,null],[2,3],[3,3],[3.5,null],[4.5,5],[5.5,6]]");
    }

    /** Returns all texts of the saved picture, which is drawn, but not compressed. */
    @SuppressWarnings("unchecked")
    private static List<String> words() throws IOException {
        return (List<String>) browser.value("""
                (async () => {
                  const [{prototype}, canvas] = [CanvasRenderingContext2D, HTMLCanvasElement.prototype];
                  const [{fillText}, {toBlob}] = [prototype, canvas];
                  const words = [];
                  prototype.fillText = function (text, ...place) { words.push(text); fillText.call(this, text, ...place); };
                  canvas.toBlob = done => done(new Blob());
                  await runbenchPage.downloads.png();
                  [prototype.fillText, canvas.toBlob] = [fillText, toBlob];
                  return words;
                })()""");
    }

    /** Returns left, top, width and height in the window. */
    private static double[] box(String selector) throws IOException {
        return numbers("(() => { const r = document.querySelector('" + selector
                + "').getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()");
    }

    private static double[] numbers(String expression) throws IOException {
        return ((List<?>) browser.value(expression)).stream().mapToDouble(n -> ((Number) n).doubleValue()).toArray();
    }
}
