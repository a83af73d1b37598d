package runbench.livelog.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.plotter.render.html.HeadlessBrowser;
import runbench.sync.live.EmittedLog;

/** The page as people use it, in a real browser without a window. */
@Tag("machine")
@Tag("beside")
class LivePageTest {
    private static final String PAGE = "runbenchLog";
    @TempDir
    private Path folder;
    private EmittedLog log;
    private DisplayServer server;
    @TempDir
    private static Path profile;
    /** The browser of all tests; each test has a server, and so an origin, of its own. */
    private static HeadlessBrowser browser;
    private int earlierComplaints;
    private volatile LogStatus.State state = LogStatus.State.RUNNING;
    private final Authentication.Token token = Authentication.Token.random();
    private final AtomicInteger stops = new AtomicInteger();

    private final DisplayServer.Control control = new DisplayServer.Control() {
        @Override
        public LogStatus status() {
            return new LogStatus("token ring", state, 100e3, 50e6, List.of(
                    new LogStatus.Node("node1", LogStatus.State.RUNNING, null, 14e3, 800, 0, "identity", 1, 420, 3, 0,
                            new NodeState(0.5, 8, 32_000_000_000L, 20_000_000_000L, 0, 180_000), ""),
                    new LogStatus.Node("node2", LogStatus.State.RUNNING, null, 15e3, 900, 4.5e9, "predicted", 2, 400, 1,
                            0, new NodeState(9.25, 8, 32_000_000_000L, 900_000_000L, 54_321, 2_500_000), ""),
                    new LogStatus.Node("node3", LogStatus.State.FAILED, 137, 14e3, 850, -1.2e9, "predicted", 2, 390, 0,
                            12, null, "killed by signal 9"),
                    new LogStatus.Node("node4", LogStatus.State.RUNNING, null, 180e3, 9000, 3e7, "expired", 1, 401, 2,
                            0, new NodeState(-1, 8, -1, -1, -1, 1_000_000), "no answer in the last window")),
                    List.of());
        }

        @Override
        public boolean isStoppable() {
            return true;
        }

        @Override
        public void stop() {
            stops.incrementAndGet();
        }
    };

    private void serve(int port) {
        server = DisplayServer.open(new ListenAddress("127.0.0.1", port), log, control, token);
    }

    private void picture(String name) throws IOException {
        String pictures = System.getProperty("runbench.pictures");
        if (pictures != null) {
            browser.value("new Promise(done => setTimeout(done, 1300))");
            for (String scheme : List.of("light", "dark")) {
                for (int width : new int[]{1280, 390}) {
                    browser.size(width, width == 390 ? 1500 : 1150, 1);
                    browser.call("Emulation.setEmulatedMedia",
                            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
                    browser.value("new Promise(done => setTimeout(done, 300))");
                    browser.screenshot(Files.createDirectories(Path.of(pictures))
                            .resolve(name + "-" + width + "-" + scheme + ".png"));
                }
            }
            browser.size(1280, 1150, 1);
        }
    }

    private double kept() throws IOException {
        return browser.number(PAGE + ".events.all.length");
    }

    private void click(String id) throws IOException {
        browser.value("document.getElementById('" + id + "').click()");
    }

    private void type(String id, String text) throws IOException {
        browser.value("{const box = document.getElementById('" + id + "'); box.value = '" + text
                + "'; box.dispatchEvent(new Event('input'));}");
    }

    @AfterAll
    static void closeTheBrowser() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    private void openBrowser() throws IOException {
        if (browser == null) {
            browser = HeadlessBrowser.open(profile);
        }
        browser.leave();
        browser.size(1280, 1150, 1);
        earlierComplaints = browser.complaints().size();
    }

    /** Returns the complaints of this test's pages. */
    private List<String> complaints() {
        return browser.complaints().subList(earlierComplaints, browser.complaints().size());
    }

    @Test
    void aPersonFollowsALogChecksItsTimesAndComesBack() throws IOException {
        assumeTrue(HeadlessBrowser.executable().isPresent(), "no Chromium: apt-get install chromium");
        log = EmittedLog.append(folder.resolve(EmittedLog.NAME));
        log.add(LiveExamples.events(1, 400));
        serve(0);
        try {
            openBrowser();
            aWrongTokenShowsNothing();
            eventsAppearAndAreCorrected();
            filtersAreTheServers();
            aPausedPageCountsWhatCame();
            itComesBackWhenTheConnectionWasCut();
            whoStopsIsAskedTwice();
            itsLastStateIsTheEndState();
            // A server that ends refuses a request, or cuts it off before or during its answer.
            assertThat(complaints())
                    .filteredOn(
                            c -> Stream
                                    .of("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE",
                                            "ERR_INCOMPLETE_CHUNKED", "401")
                                    .noneMatch(c::contains))
                    .isEmpty();
        } finally {
            server.close();
            log.close();
        }
    }

    @Test
    void valuesSpansAndSeveritiesAreDrawnAndSelected() throws IOException {
        assumeTrue(HeadlessBrowser.executable().isPresent(), "no Chromium: apt-get install chromium");
        log = EmittedLog.append(folder.resolve(EmittedLog.NAME));
        log.add(TypedExamples.events());
        serve(0);
        try {
            openBrowser();
            browser.open(URI.create(server.address()));
            browser.await("document.documentElement?.dataset.ready === 'yes' && " + PAGE + ".events.all.length === "
                    + TypedExamples.events().size() + " && document.querySelectorAll('#rows tr').length > 50");
            picture("typed");
            barsHaveRows();
            browser.await("document.querySelector('#rows').textContent.includes('host=db-7')");
            assertThat(browser.text(PAGE + ".events.all.find(e => e.fields?.large).fields.large"))
                    .isEqualTo("9223372036854775807");
            aTypeIsHidden();
            theMouseSelectsATime();
            eventsAroundAMatch();
            assertThat(complaints()).isEmpty();
        } finally {
            log.finish();
            server.close();
            log.close();
        }
    }

    private void barsHaveRows() throws IOException {
        String bars = browser
                .text("JSON.stringify(" + PAGE + ".lanes.joins.bars.all.filter(b => b.begin.node === 'node1')"
                        + ".map(b => [b.begin.comment, b.row, b.end ? 'ended' : 'open']).sort())");
        assertThat(bars).contains("[\"request 0\",0,\"ended\"]", "[\"parse 0\",1,\"ended\"]")
                .contains("[\"unfinished\",0,\"open\"]")
                // Two queries overlap and end in another thread.
                .contains("[\"query 0\",3,\"ended\"]", "[\"query 1\",4,\"ended\"]");
        assertThat(browser.text("JSON.stringify([..." + PAGE + ".lanes.joins.bars.counters.get('node1')]"
                + ".map(([type, c]) => [type, c.low, c.high, [...c.lines.values()][0].length]))"))
                .isEqualTo("[[\"queue depth\",0,9,60]]");
    }

    private void aTypeIsHidden() throws IOException {
        browser.value("document.querySelector('#kinds button[data-type=\"queue depth\"]').click()");
        browser.await("!" + PAGE + ".lanes.joins.bars.counters.has('node1')");
        assertThat(browser.text("document.querySelector('#kinds button[data-type=\"queue depth\"]').ariaPressed"))
                .isEqualTo("false");
        browser.value("document.querySelector('#kinds button[data-type=\"queue depth\"]').click()");
        browser.await(PAGE + ".lanes.joins.bars.counters.has('node1')");
    }

    private void theMouseSelectsATime() throws IOException {
        browser.value(PAGE + ".whole()");
        browser.await("document.getElementById('readout').textContent.includes('events')");
        double left = browser.number("document.getElementById('stage').getBoundingClientRect().left");
        double y = browser.number("document.getElementById('stage').getBoundingClientRect().top") + 20;
        double from = left + browser.number(PAGE + ".lanes.chart.scales.x.getPixelForValue(0.1)");
        double to = left + browser.number(PAGE + ".lanes.chart.scales.x.getPixelForValue(0.2)");
        mouse("mousePressed", to, y);
        mouse("mouseMoved", (from + to) / 2, y);
        mouse("mouseMoved", from, y);
        mouse("mouseReleased", from, y);
        browser.await(PAGE + ".events.all.length > 5 && " + PAGE
                + ".events.all.every(e => e.corrected > 0.098 && e.corrected < 0.202)");
        assertThat(browser.text("document.getElementById('time').value"))
                .matches("0\\.(09|1)\\d*s\\.\\.0\\.(19|2)\\d*s");
        type("time", "");
        browser.await(PAGE + ".events.all.length === " + TypedExamples.events().size());
    }

    private void mouse(String what, double x, double y) throws IOException {
        browser.call("Input.dispatchMouseEvent",
                Map.of("type", what, "x", x, "y", y, "button", "left", "buttons", 1, "clickCount", 1, "modifiers", 8));
    }

    private void eventsAroundAMatch() throws IOException {
        browser.value("{const box = document.getElementById('severity'); box.value = 'error'; "
                + "box.dispatchEvent(new Event('input'));}");
        browser.await(PAGE + ".events.all.length > 0 && " + PAGE + ".events.all.every(e => e.severity === 'error')");
        type("around", "4ms");
        browser.await(PAGE + ".events.all.some(e => e.severity === undefined) && " + PAGE + ".events.all.length < "
                + TypedExamples.events().size());
        type("time", "later");
        browser.await("document.getElementById('time').getAttribute('aria-invalid') === 'true'");
    }

    private void itsLastStateIsTheEndState() throws IOException {
        state = LogStatus.State.FINISHED;
        log.finish();
        server.close();
        browser.await("document.getElementById('counts').textContent.includes('finished')");
    }

    private void aWrongTokenShowsNothing() throws IOException {
        browser.open(
                URI.create("http://127.0.0.1:" + server.port() + "/?token=" + Authentication.Token.random().text()));
        browser.await("document.readyState === 'complete' && location.protocol === 'http:'");
        assertThat(browser.text("document.documentElement.outerHTML")).contains("needs the token")
                .doesNotContain("node1")
                .doesNotContain("script");
    }

    private void eventsAppearAndAreCorrected() throws IOException {
        browser.open(URI.create(server.address()));
        browser.await("document.documentElement?.dataset.ready === 'yes' && " + PAGE
                + ".events.all.length === 400 && document.querySelectorAll('#rows tr').length >= 100");
        assertThat(browser.text("document.getElementById('nodes').innerText")).contains("node4", "9.25 / 8")
                .containsPattern("900\\hMB\\s+54\\h321\\s+2\\.5\\hms")
                .contains("137")
                .contains("expired");
        log.add(LiveExamples.events(401, 500));
        browser.await(
                PAGE + ".events.all.length === 500 && document.querySelector('#rows').textContent.includes('500')");
        picture("following");

        browser.await("document.getElementById('order').innerText.includes('corrected')");
        assertThat(browser.text("document.getElementById('order').innerText")).contains(" as recorded")
                .contains("0 corrected")
                .doesNotContain(" 0 as recorded");
        browser.await(PAGE + ".lanes.inView === 500");
        browser.value(PAGE + ".zoom(0.0005, 0.006), " + PAGE + ".pick(4)");
        browser.await("document.querySelector('.details') !== null");
        String details = browser.text("document.querySelector('.details').innerText");
        assertThat(details.replace("\u2009", "")).contains("36853744596474 ns")
                .contains("1795347450242117689 ns")
                .contains("36849244596474 ns of the reference")
                .contains("±800ns")
                .contains("−12µs to +14µs")
                .contains("predicted: from the last measurement")
                .contains("by +4.2µs");
        assertThat(browser.number(PAGE + ".lanes.joins.messages.length")).isPositive();
        picture("corrected");
        click("recorded");
        browser.await("document.getElementById('time-head').innerText === 'as recorded, s' && "
                + "document.querySelector('#rows').textContent.includes('before its send')");
        assertThat(browser.number(PAGE + ".view.to - " + PAGE + ".view.from")).isGreaterThan(5.7);
        picture("recorded");
        click("corrected");
        click("follow");
        browser.await("document.getElementById('time-head').innerText === 'corrected, s'");
    }

    private void filtersAreTheServers() throws IOException {
        type("type", "tok*");
        type("node", "node2,node3");
        browser.await(PAGE + ".events.all.length > 0 && " + PAGE
                + ".events.all.every(e => e.type === 'token' && /node[23]/.test(e.node))");
        type("type", "");
        type("node", "");
        type("text", "<B>BOLD");
        browser.await(
                PAGE + ".events.all.length > 0 && " + PAGE + ".events.all.every(e => e.comment?.includes('<b>bold'))");
        browser.await("document.querySelector('#rows').innerText.includes('<b>bold</b> & \"quoted\"')");
        type("text", "");
        browser.await(PAGE + ".events.all.length === 500");
    }

    private void aPausedPageCountsWhatCame() throws IOException {
        click("pause");
        log.add(LiveExamples.events(501, 620));
        browser.await("document.getElementById('news').innerText.includes('120 new events')");
        assertThat(kept()).isEqualTo(500);
        click("pause");
        browser.await(PAGE + ".events.all.length === 620");
        assertThat(browser.number(PAGE + ".events.newest")).isEqualTo(620);
    }

    private void itComesBackWhenTheConnectionWasCut() throws IOException {
        int port = server.port();
        server.close();
        browser.await("document.getElementById('link').innerText.includes('reconnecting')");
        log.add(LiveExamples.events(621, 700));
        serve(port);
        browser.await("document.getElementById('link').innerText === 'live' && " + PAGE + ".events.all.length === 700");
        assertThat(browser
                .text("JSON.stringify(" + PAGE + ".events.all.map(e => e.number).filter((n, i) => n !== i + 1))"))
                .isEqualTo("[]");
    }

    private void whoStopsIsAskedTwice() throws IOException {
        click("stop");
        assertThat(stops).hasValue(0);
        click("stop");
        browser.await("document.getElementById('stop').innerText === 'Stopping'");
        assertThat(stops).hasValue(1);
    }
}
