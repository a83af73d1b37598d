package runbench.livelog.display;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import runbench.plotter.render.html.LivePage;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.EmittedLog.EmittedReader;

/** The HTTP responses to displays: page, event stream, events by number, status, and stop. */
final class RequestHandler {
    /** Each display occupies a thread. */
    static final int MAX_DISPLAYS = 64;
    private static final int MAX_EVENTS = 10_000;
    private static final int DEFAULT_EVENTS = 1000;
    private static final long POLL_MILLIS = 10;
    private static final String TOKEN = "token";
    private static final Set<String> FILTER_PARAMETERS = Set.copyOf(LineFilter.PARAMETERS);
    private static final String JSON = "application/json; charset=utf-8";

    private final EmittedLog log;
    private final DisplayServer.Control control;
    private final Authentication authentication;
    private final LongSupplier malformedRequests;
    private final Map<Integer, LongAdder> errors = new ConcurrentSkipListMap<>();
    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
    private final Semaphore freeDisplays = new Semaphore(MAX_DISPLAYS);
    private volatile boolean isClosed;

    /** @param malformedRequests number of requests that were not HTTP */
    RequestHandler(EmittedLog log, DisplayServer.Control control, Authentication authentication,
            LongSupplier malformedRequests) {
        this.log = log;
        this.control = control;
        this.authentication = authentication;
        this.malformedRequests = malformedRequests;
    }

    /** Sends the response to a request. */
    void handle(HttpExchange exchange) {
        try (exchange) {
            try {
                respond(exchange);
            } catch (HttpError r) {
                errors.computeIfAbsent(r.status(), status -> new LongAdder()).increment();
                send(exchange, r.status(), "text/plain; charset=utf-8",
                        (r.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // The display closed the connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void respond(HttpExchange x) throws HttpError, IOException, InterruptedException {
        Headers h = x.getRequestHeaders();
        HttpError malformed = null;
        QueryParameters query = null;
        try {
            query = new QueryParameters(x.getRequestURI().getRawQuery());
        } catch (HttpError e) {
            malformed = e;
        }
        Authentication.Credentials credentials = new Authentication.Credentials(h.getFirst("Host"),
                h.getFirst("Authorization"), query == null ? null : query.text(TOKEN), h.getFirst("Origin"),
                h.getFirst("Sec-Fetch-Site"));
        // Before any other error, so that a client without the token learns nothing.
        authentication.requireToken(credentials);
        if (malformed != null) {
            throw malformed;
        }
        switch (x.getRequestURI().getRawPath()) {
            case "/" -> {
                requireGet(x, query, Set.of());
                LivePage page = LivePage.page();
                x.getResponseHeaders().set("Content-Security-Policy", page.policy());
                send(x, 200, "text/html; charset=utf-8", page.html());
            }
            case "/events" -> {
                requireGet(x, query, filterParametersAnd("from"));
                stream(x, query, h.getFirst("Last-Event-ID"));
            }
            case "/events.json" -> {
                requireGet(x, query, filterParametersAnd("from", "most"));
                send(x, 200, JSON, events(query));
            }
            case "/status.json" -> {
                requireGet(x, query, Set.of());
                send(x, 200, JSON, status().getBytes(StandardCharsets.UTF_8));
            }
            case "/stop" -> {
                requireMethod(x, "POST");
                authentication.requireSameOrigin(credentials);
                query.requireOnly(Set.of(TOKEN));
                stop();
                send(x, 202, JSON, "{\"stopping\":true}".getBytes(StandardCharsets.UTF_8));
            }
            default ->
                throw new HttpError(404, "there is /, /events, /events.json, /status.json and, to POST to, /stop");
        }
    }

    private static Set<String> filterParametersAnd(String... names) {
        Set<String> all = new TreeSet<>(FILTER_PARAMETERS);
        all.addAll(Set.of(names));
        return all;
    }

    private static void requireGet(HttpExchange x, QueryParameters query, Set<String> names) throws HttpError {
        requireMethod(x, "GET");
        Set<String> known = new TreeSet<>(names);
        known.add(TOKEN);
        query.requireOnly(known);
    }

    private static void requireMethod(HttpExchange x, String method) throws HttpError {
        boolean head = method.equals("GET") && x.getRequestMethod().equals("HEAD");
        if (!x.getRequestMethod().equals(method) && !head) {
            x.getResponseHeaders().set("Allow", method);
            throw new HttpError(405, "this is for " + method);
        }
    }

    private void stop() throws HttpError {
        if (!control.isStoppable()) {
            throw new HttpError(409, "no run can be stopped here");
        }
        control.stop();
    }

    private void stream(HttpExchange x, QueryParameters query, String lastId)
            throws HttpError, IOException, InterruptedException {
        long from = query.number("from", -1_000_000, Long.MAX_VALUE, 0);
        if (lastId != null) {
            if (!lastId.matches("[0-9]{1,18}")) {
                throw new HttpError(400, "Last-Event-ID is the number of an event");
            }
            from = Long.parseLong(lastId) + 1;
        }
        LineFilter filter = LineFilter.of(query);
        if (x.getRequestMethod().equals("HEAD")) {
            send(x, 200, "text/event-stream", new byte[0]);
            return;
        }
        if (!freeDisplays.tryAcquire()) {
            throw new HttpError(503, MAX_DISPLAYS
                    + " displays are connected already: close one of them, or use runbench log watch STORE");
        }
        try {
            headers(x, "text/event-stream");
            x.sendResponseHeaders(200, 0);
            try (OutputStream to = x.getResponseBody()) {
                EventStream stream = new EventStream(log, from, filter, () -> status().replaceAll("\\R\\s*", " "));
                streams.add(stream);
                try {
                    stream.run(to, () -> isClosed);
                } finally {
                    streams.remove(stream);
                }
            }
        } finally {
            freeDisplays.release();
        }
    }

    private byte[] events(QueryParameters query) throws HttpError, IOException {
        long from = query.number("from", -1_000_000, Long.MAX_VALUE, -DEFAULT_EVENTS);
        int count = (int) query.number("most", 1, MAX_EVENTS, DEFAULT_EVENTS);
        LineFilter.Selection selection = LineFilter.of(query).selection(log);
        EmittedReader reader = log.reader(from);
        ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);
        out.writeBytes(("{\"from\":" + reader.next() + ",\"events\":[").getBytes(StandardCharsets.UTF_8));
        boolean[] first = {true};
        reader.read(count, (number, bytes, offset, length) -> selection.add(bytes, offset, length, line -> {
            out.writeBytes((first[0] ? "\n" : ",\n").getBytes(StandardCharsets.UTF_8));
            out.writeBytes(line);
            first[0] = false;
        }));
        out.writeBytes(
                ("\n],\"next\":" + reader.next() + ",\"last\":" + log.last() + "}\n").getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    private String status() {
        Map<String, Object> errorCounts = new TreeMap<>();
        errors.forEach((status, times) -> errorCounts.put(String.valueOf(status), times.sum()));
        errorCounts.put("unreadable", malformedRequests.getAsLong());
        return control.status()
                .json(log.last(), control.isStoppable() && !isClosed,
                        Map.of("displays", MAX_DISPLAYS - freeDisplays.availablePermits(), "refused", errorCounts));
    }

    private static void headers(HttpExchange x, String type) {
        Headers h = x.getResponseHeaders();
        h.set("Content-Type", type);
        h.set("Cache-Control", "no-store");
        h.set("X-Content-Type-Options", "nosniff");
        h.set("X-Frame-Options", "DENY");
        h.set("Referrer-Policy", "no-referrer"); // the address holds the token
        h.set("Cross-Origin-Resource-Policy", "same-origin");
        h.set("Cross-Origin-Opener-Policy", "same-origin");
        h.set("Connection", "close");
    }

    private static void send(HttpExchange x, int status, String type, byte[] body) throws IOException {
        headers(x, type);
        if (status == 401) {
            x.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        }
        boolean head = x.getRequestMethod().equals("HEAD");
        x.sendResponseHeaders(status, head || body.length == 0 ? -1 : body.length);
        if (!head) {
            x.getResponseBody().write(body);
        }
    }

    /**
     * Waits until all displays have received all events of an ended log.
     *
     * @param idleMillis maximum time without progress of any display, ms
     * @param maxMillis maximum time in total, ms
     * @return number of displays that have not received all events
     */
    int awaitDisplays(long idleMillis, long maxMillis) throws InterruptedException {
        long begin = System.nanoTime();
        long idleSince = begin;
        long sent = -1;
        while (!freeDisplays.tryAcquire(MAX_DISPLAYS, POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            long now = System.nanoTime();
            long sentNow = streams.stream().mapToLong(EventStream::sentBytes).sum();
            idleSince = sentNow == sent ? idleSince : now;
            sent = sentNow;
            if (now - idleSince > TimeUnit.MILLISECONDS.toNanos(idleMillis)
                    || now - begin > TimeUnit.MILLISECONDS.toNanos(maxMillis)) {
                return MAX_DISPLAYS - freeDisplays.availablePermits();
            }
        }
        freeDisplays.release(MAX_DISPLAYS);
        return 0;
    }

    /** Ends all streams, and refuses to stop the run. */
    void close() {
        isClosed = true;
    }
}
