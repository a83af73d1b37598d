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

/** What a display asks for, and what it is given. */
final class DisplayAnswers {
    /** Each has a thread; a person has a few. */
    static final int MOST_DISPLAYS = 64;
    private static final int MOST_EVENTS = 10_000;
    private static final int USUAL_EVENTS = 1000;
    private static final long LOOK_MILLIS = 10;
    private static final String TOKEN = "token";
    private static final Set<String> FILTERS = Set.of("type", "node", "text");
    private static final String JSON = "application/json; charset=utf-8";

    private final EmittedLog log;
    private final LogControl control;
    private final Doorkeeper door;
    private final LongSupplier unreadable;
    private final Map<Integer, LongAdder> refused = new ConcurrentSkipListMap<>();
    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
    private final Semaphore displays = new Semaphore(MOST_DISPLAYS);
    private volatile boolean closed;

    /** @param unreadable requests that were none */
    DisplayAnswers(EmittedLog log, LogControl control, Doorkeeper door, LongSupplier unreadable) {
        this.log = log;
        this.control = control;
        this.door = door;
        this.unreadable = unreadable;
    }

    /** Answers one request, whatever it is. */
    void to(HttpExchange exchange) {
        try (exchange) {
            try {
                answer(exchange);
            } catch (Refusal r) {
                refused.computeIfAbsent(r.status(), status -> new LongAdder()).increment();
                send(exchange, r.status(), "text/plain; charset=utf-8",
                        (r.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // The display has gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange x) throws Refusal, IOException, InterruptedException {
        Headers h = x.getRequestHeaders();
        Refusal unclear = null;
        AskedFor asked = null;
        try {
            asked = new AskedFor(x.getRequestURI().getRawQuery());
        } catch (Refusal r) {
            unclear = r;
        }
        Doorkeeper.Visitor visitor = new Doorkeeper.Visitor(h.getFirst("Host"), h.getFirst("Authorization"),
                asked == null ? null : asked.text(TOKEN), h.getFirst("Origin"), h.getFirst("Sec-Fetch-Site"));
        door.admit(visitor); // before anything is said of what there is here
        if (unclear != null) {
            throw unclear;
        }
        switch (x.getRequestURI().getRawPath()) {
            case "/" -> {
                reads(x, asked, Set.of());
                LivePage page = LivePage.page();
                x.getResponseHeaders().set("Content-Security-Policy", page.policy());
                send(x, 200, "text/html; charset=utf-8", page.html());
            }
            case "/events" -> {
                reads(x, asked, with("from"));
                stream(x, asked, h.getFirst("Last-Event-ID"));
            }
            case "/events.json" -> {
                reads(x, asked, with("from", "most"));
                send(x, 200, JSON, events(asked));
            }
            case "/status.json" -> {
                reads(x, asked, Set.of());
                send(x, 200, JSON, status().getBytes(StandardCharsets.UTF_8));
            }
            case "/stop" -> {
                method(x, "POST");
                door.sameOrigin(visitor);
                asked.only(Set.of(TOKEN));
                stop();
                send(x, 202, JSON, "{\"stopping\":true}".getBytes(StandardCharsets.UTF_8));
            }
            default -> throw new Refusal(404, "there is /, /events, /events.json, /status.json and, to POST to, /stop");
        }
    }

    private static Set<String> with(String... names) {
        Set<String> all = new TreeSet<>(FILTERS);
        all.addAll(Set.of(names));
        return all;
    }

    private static void reads(HttpExchange x, AskedFor asked, Set<String> names) throws Refusal {
        method(x, "GET");
        Set<String> known = new TreeSet<>(names);
        known.add(TOKEN);
        asked.only(known);
    }

    private static void method(HttpExchange x, String method) throws Refusal {
        boolean head = method.equals("GET") && x.getRequestMethod().equals("HEAD");
        if (!x.getRequestMethod().equals(method) && !head) {
            x.getResponseHeaders().set("Allow", method);
            throw new Refusal(405, "this is for " + method);
        }
    }

    private void stop() throws Refusal {
        if (!control.stoppable()) {
            throw new Refusal(409, "nothing runs here that could be stopped");
        }
        control.stop();
    }

    private void stream(HttpExchange x, AskedFor asked, String lastId)
            throws Refusal, IOException, InterruptedException {
        long from = asked.number("from", -1_000_000, Long.MAX_VALUE, 0);
        if (lastId != null) {
            if (!lastId.matches("[0-9]{1,18}")) {
                throw new Refusal(400, "Last-Event-ID is the number of an event");
            }
            from = Long.parseLong(lastId) + 1;
        }
        LineFilter filter = LineFilter.of(asked);
        if (x.getRequestMethod().equals("HEAD")) {
            send(x, 200, "text/event-stream", new byte[0]);
            return;
        }
        if (!displays.tryAcquire()) {
            throw new Refusal(503,
                    MOST_DISPLAYS + " displays watch already: close one of them, or: runbench log watch STORE");
        }
        try {
            headers(x, "text/event-stream");
            x.sendResponseHeaders(200, 0);
            try (OutputStream to = x.getResponseBody()) {
                EventStream stream = new EventStream(log, from, filter, () -> status().replaceAll("\\R\\s*", " "));
                streams.add(stream);
                try {
                    stream.run(to, () -> closed);
                } finally {
                    streams.remove(stream);
                }
            }
        } finally {
            displays.release();
        }
    }

    private byte[] events(AskedFor asked) throws Refusal, IOException {
        long from = asked.number("from", -1_000_000, Long.MAX_VALUE, -USUAL_EVENTS);
        int most = (int) asked.number("most", 1, MOST_EVENTS, USUAL_EVENTS);
        LineFilter filter = LineFilter.of(asked);
        EmittedReader reader = log.reader(from);
        ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);
        out.writeBytes(("{\"from\":" + reader.next() + ",\"events\":[").getBytes(StandardCharsets.UTF_8));
        boolean[] first = {true};
        reader.read(most, (number, bytes, offset, length) -> {
            if (filter.wants(bytes, offset, length)) {
                out.writeBytes((first[0] ? "\n" : ",\n").getBytes(StandardCharsets.UTF_8));
                out.write(bytes, offset, length);
                first[0] = false;
            }
        });
        out.writeBytes(
                ("\n],\"next\":" + reader.next() + ",\"last\":" + log.last() + "}\n").getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    private String status() {
        Map<String, Object> refusals = new TreeMap<>();
        refused.forEach((status, times) -> refusals.put(String.valueOf(status), times.sum()));
        refusals.put("unreadable", unreadable.getAsLong());
        return control.status()
                .json(log.last(), control.stoppable() && !closed,
                        Map.of("displays", MOST_DISPLAYS - displays.availablePermits(), "refused", refusals));
    }

    private static void headers(HttpExchange x, String type) {
        Headers h = x.getResponseHeaders();
        h.set("Content-Type", type);
        h.set("Cache-Control", "no-store");
        h.set("X-Content-Type-Options", "nosniff");
        h.set("X-Frame-Options", "DENY");
        h.set("Referrer-Policy", "no-referrer"); // the address has the token
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
     * Waits until every display has been sent all of a log that has ended, as long as one of them takes events.
     *
     * @param idleMillis for a display that takes none
     * @param mostMillis in all
     * @return the displays that have not been sent all
     */
    int awaitNone(long idleMillis, long mostMillis) throws InterruptedException {
        long begin = System.nanoTime();
        long idleSince = begin;
        long sent = -1;
        while (displays.availablePermits() < MOST_DISPLAYS) {
            long now = System.nanoTime();
            long sentNow = streams.stream().mapToLong(EventStream::sentBytes).sum();
            idleSince = sentNow == sent ? idleSince : now;
            sent = sentNow;
            if (now - idleSince > TimeUnit.MILLISECONDS.toNanos(idleMillis)
                    || now - begin > TimeUnit.MILLISECONDS.toNanos(mostMillis)) {
                return MOST_DISPLAYS - displays.availablePermits();
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return 0;
    }

    /** Streams end, and no stop is offered any more. */
    void close() {
        closed = true;
    }
}
