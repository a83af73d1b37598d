package runbench.plotter.render.html;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import runbench.base.json.Fields;
import runbench.base.json.Json;

/** A headless Chromium, controlled through a pipe with its DevTools protocol, without port and driver. */
public final class HeadlessBrowser implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private final Process process;
    private final InputStream in;
    private final OutputStream out;
    private final List<String> complaints = new ArrayList<>();
    private int id;
    private String session;
    private String origin = "file:";

    private HeadlessBrowser(Process process) {
        this.process = process;
        in = new BufferedInputStream(process.getInputStream(), 1 << 16);
        out = process.getOutputStream();
    }

    public static Optional<Path> executable() {
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(dir -> NAMES.stream().map(name -> Path.of(dir, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts the browser.
     *
     * @param profile an empty folder
     */
    public static HeadlessBrowser open(Path profile) throws IOException {
        List<String> command = List.of("sh", "-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null", "sh",
                executable().orElseThrow().toString(), "--headless=new", "--remote-debugging-pipe", "--no-sandbox",
                "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
                "--enable-precise-memory-info", "--disable-extensions", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--disable-breakpad",
                // No process for a page that may follow.
                "--disable-features=SpareRendererForSitePerProcess,Translate,MediaRouter,OptimizationHints",
                "--user-data-dir=" + profile, "about:blank");
        HeadlessBrowser browser = new HeadlessBrowser(new ProcessBuilder(command).start());
        String target = browser.firstPage();
        browser.session = browser.call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .text("sessionId");
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            browser.call(domain + ".enable", Map.of());
        }
        return browser;
    }

    /** Returns the target of the page that the command line names. */
    private String firstPage() throws IOException {
        try {
            return Awaitility.await("page of the command line")
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> call("Target.getTargets", Map.of()).list("targetInfos")
                            .stream()
                            .filter(target -> target.text("type").equals("page"))
                            .map(target -> target.text("targetId"))
                            .findFirst(), Optional::isPresent)
                    .orElseThrow();
        } catch (ConditionTimeoutException e) {
            throw new IOException(e);
        }
    }

    public void size(int width, int height, double pixels) throws IOException {
        call("Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", pixels, "mobile", false));
    }

    public void scripts(boolean on) throws IOException {
        call("Emulation.setScriptExecutionDisabled", Map.of("value", !on));
    }

    /** Opens a page and waits until it reports that it is ready; without scripts, until it is loaded. */
    void open(Path page, boolean scripts) throws IOException {
        call("Page.navigate", Map.of("url", page.toUri().toString()));
        String ready = scripts ? "document.documentElement?.dataset.ready === 'yes'"
                : "document.readyState === 'complete' && location.protocol === 'file:'";
        await(ready);
    }

    /** Leaves the current page, which sends requests to its server until then. */
    public void leave() throws IOException {
        call("Page.navigate", Map.of("url", "about:blank"));
    }

    /** Opens the page of a server, which may send requests to that server only. */
    public void open(URI page) throws IOException {
        origin = page.getScheme() + "://" + page.getAuthority() + "/";
        call("Page.navigate", Map.of("url", page.toString()));
    }

    /** Waits until a JavaScript expression is true. */
    public void await(String condition) throws IOException {
        try {
            Awaitility.await("in the page: " + condition)
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(20))
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> Boolean.TRUE.equals(value(condition)));
        } catch (ConditionTimeoutException e) {
            throw new IOException(e.getMessage() + " Complaints of the page: " + complaints, e);
        }
    }

    /** Evaluates a JavaScript expression and awaits promises. */
    public Object value(String expression) throws IOException {
        Fields answer = call("Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new IOException(expression + ": " + answer.at("exceptionDetails").map());
        }
        return answer.at("result").map().get("value");
    }

    public double number(String expression) throws IOException {
        return ((Number) value(expression)).doubleValue();
    }

    public String text(String expression) throws IOException {
        return String.valueOf(value(expression));
    }

    public void mouse(String type, double x, double y) throws IOException {
        boolean pressed = !type.equals("mouseReleased") && !type.equals("mouseMoved");
        call("Input.dispatchMouseEvent", Map.of("type", type, "x", x, "y", y, "button",
                type.equals("mouseMoved") ? "none" : "left", "buttons", pressed ? 1 : 0, "clickCount", 1));
    }

    public void drag(double fromX, double toX, double y) throws IOException {
        mouse("mouseMoved", fromX, y);
        mouse("mousePressed", fromX, y);
        call("Input.dispatchMouseEvent",
                Map.of("type", "mouseMoved", "x", (fromX + toX) / 2, "y", y, "button", "left", "buttons", 1));
        call("Input.dispatchMouseEvent",
                Map.of("type", "mouseMoved", "x", toX, "y", y, "button", "left", "buttons", 1));
        mouse("mouseReleased", toX, y);
    }

    public void key(String key, String text) throws IOException {
        Map<String, Object> down = new LinkedHashMap<>(Map.of("type", "keyDown", "key", key));
        if (!text.isEmpty()) {
            down.put("text", text);
        }
        call("Input.dispatchKeyEvent", down);
        call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    }

    public void screenshot(Path png) throws IOException {
        Files.write(png,
                Base64.getDecoder().decode(call("Page.captureScreenshot", Map.of("format", "png")).text("data")));
    }

    /** Returns console errors and warnings, uncaught exceptions, and requests other than for the page itself. */
    public List<String> complaints() {
        return complaints;
    }

    public Fields call(String method, Map<String, ?> parameters) throws IOException {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("id", ++id);
        message.put("method", method);
        message.put("params", parameters);
        if (session != null) {
            message.put("sessionId", session);
        }
        out.write(Json.text(message).getBytes(StandardCharsets.UTF_8));
        out.write(0);
        out.flush();
        while (true) {
            Fields answer = Fields.ofAnswer(Json.object(next()), "the answer");
            if (answer.numberOr("id", 0) == id) {
                if (answer.has("error")) {
                    throw new IOException(method + ": " + answer.at("error").text("message"));
                }
                return answer.at("result");
            }
            note(answer);
        }
    }

    private void note(Fields event) {
        Fields about = event.at("params");
        switch (event.text("method")) {
            case "Runtime.exceptionThrown" ->
                complaints.add("exception: " + about.at("exceptionDetails").at("exception").text("description"));
            case "Runtime.consoleAPICalled" -> complaints.add("console: " + about.map());
            case "Log.entryAdded" -> complaints.add("log: " + about.at("entry").map());
            case "Network.requestWillBeSent" -> {
                String url = about.at("request").text("url");
                if (!url.startsWith(origin) && !url.startsWith("data:") && !url.startsWith("blob:")) {
                    complaints.add("request: " + url);
                }
            }
            default -> {
            }
        }
    }

    private String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != 0; b = in.read()) {
            if (b < 0) {
                throw new IOException("the browser has gone");
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        try {
            session = null;
            call("Browser.close", Map.of());
        } catch (IOException e) {
            // The process has already ended.
        }
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
