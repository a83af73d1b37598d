package runbench.livelog.display;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.json.Json;
import runbench.sync.live.EventFilter;

/** The client of a stream of server-sent events. It reconnects and resumes after the last received event. */
final class EventStreamClient {
    private static final int CONNECT_MILLIS = 5000;
    /** The server sends a heartbeat every two seconds. */
    private static final int READ_TIMEOUT_MILLIS = 15_000;
    private static final long RETRY_MILLIS = 500;
    private static final String DATA = "data: ";
    private static final String ID = "id: ";
    private static final String EVENT = "event: ";

    private final URI server;
    private final String token;
    private final EventFilter filter;
    private long next;
    private boolean isEnded;
    private boolean wasConnected;

    /** @throws RunbenchException (bad input) not the address of a log */
    EventStreamClient(URI address, EventFilter filter) {
        if (!"http".equals(address.getScheme()) || address.getHost() == null) {
            throw RunbenchException.badInput("not the address of a log: " + withoutToken(address))
                    .remedy("http://HOST:PORT/?token=..., as runbench log run printed it");
        }
        String query = address.getRawQuery();
        String environment = System.getenv("RUNBENCH_LOG_TOKEN");
        token = query != null && query.startsWith("token=") ? query.substring(6)
                : environment == null ? "" : environment;
        server = URI.create("http://" + address.getRawAuthority() + "/");
        this.filter = filter;
    }

    private static String withoutToken(URI address) {
        return address.toString().replaceFirst("token=[^&]*", "token=...");
    }

    void watch(long from, boolean follow, LogWatch.Sink sink) throws InterruptedException {
        next = from;
        boolean more = true;
        boolean isReconnecting = false;
        while (more && !isEnded) {
            try {
                more = stream(follow, sink, isReconnecting);
                isReconnecting = false;
            } catch (IOException e) {
                if (!wasConnected) {
                    throw RunbenchException.machine("cannot reach the log at " + server + ": " + e.getMessage())
                            .remedy("does it still run? A finished log: runbench log watch STORE")
                            .causedBy(e);
                }
                if (!isReconnecting) {
                    sink.note("the receiver does not answer (" + e.getMessage()
                            + "); trying again, Ctrl-C ends this display; events from number " + next
                            + " on were not shown: runbench log watch STORE --from-event " + next);
                    isReconnecting = true;
                }
                Thread.sleep(RETRY_MILLIS);
            }
        }
    }

    private boolean stream(boolean follow, LogWatch.Sink sink, boolean isReconnecting) throws IOException {
        long until = follow ? Long.MAX_VALUE : last();
        if (!wasConnected) {
            origin(sink);
        }
        HttpURLConnection link = open("events?from=" + next + query());
        try (BufferedReader lines = reader(link)) {
            if (isReconnecting) {
                sink.note("the receiver is there again");
            }
            wasConnected = true;
            boolean more = until > 0;
            String event = "";
            long place = next;
            // Delivered when it is complete: a part would be delivered again after a broken connection.
            List<String> message = new ArrayList<>();
            for (String line = more ? lines.readLine() : null; line != null; line = more ? lines.readLine() : null) {
                if (line.startsWith(DATA)) {
                    message.add(line.substring(DATA.length()));
                } else if (line.startsWith(ID)) {
                    place = Long.parseLong(line.substring(ID.length())) + 1;
                } else if (line.startsWith(EVENT)) {
                    event = line.substring(EVENT.length());
                } else if (line.isEmpty()) {
                    next = place;
                    isEnded = event.equals(EventStream.END);
                    more = isEnded || deliver(message, sink);
                    message.clear();
                    more &= !isEnded && next <= until;
                }
            }
            if (more) {
                throw new IOException("it ended the connection");
            }
            return false;
        } catch (NumberFormatException e) {
            throw new IOException("malformed event stream: " + e.getMessage(), e);
        } finally {
            link.disconnect();
        }
    }

    private static boolean deliver(List<String> message, LogWatch.Sink sink) throws IOException {
        for (String line : message) {
            if (!sink.event(line)) {
                return false;
            }
        }
        return sink.pause();
    }

    /** Reads the first event of the log, from which displays count time. */
    private void origin(LogWatch.Sink sink) throws IOException {
        try (BufferedReader lines = reader(open("events.json?from=1&most=1"))) {
            lines.readLine();
            String first = lines.readLine();
            if (first != null && first.startsWith("{")) {
                sink.origin(first);
            }
        }
    }

    private long last() throws IOException {
        try (BufferedReader lines = reader(open("status.json"))) {
            return Fields.ofAnswer(Json.object(lines.readLine()), server + "status.json").number("last");
        }
    }

    private static BufferedReader reader(HttpURLConnection link) throws IOException {
        return new BufferedReader(new InputStreamReader(link.getInputStream(), StandardCharsets.UTF_8), 1 << 16);
    }

    /** @throws RunbenchException (bad input) the server refuses; another attempt would fail too */
    private HttpURLConnection open(String path) throws IOException {
        HttpURLConnection link = (HttpURLConnection) server.resolve(path).toURL().openConnection(Proxy.NO_PROXY);
        link.setInstanceFollowRedirects(false);
        link.setConnectTimeout(CONNECT_MILLIS);
        link.setReadTimeout(READ_TIMEOUT_MILLIS);
        link.setRequestProperty("Authorization", "Bearer " + token);
        link.setRequestProperty("Accept", "text/event-stream");
        int status = link.getResponseCode();
        if (status != 200) {
            throw RunbenchException.badInput("the log at " + server + " refused (" + status + "): " + errorText(link))
                    .remedy("runbench log watch 'http://HOST:PORT/?token=...': "
                            + "the whole address that runbench log run printed, in quotes");
        }
        return link;
    }

    private static String errorText(HttpURLConnection link) throws IOException {
        try (InputStream in = link.getErrorStream()) {
            return in == null ? "no reason given"
                    : new String(in.readNBytes(300), StandardCharsets.UTF_8).strip().replaceAll("\\p{Cntrl}", " ");
        }
    }

    private String query() {
        return filter.words().stream().map(word -> {
            int equal = word.indexOf('=');
            return "&" + word.substring(0, equal) + "="
                    + URLEncoder.encode(word.substring(equal + 1), StandardCharsets.UTF_8);
        }).collect(Collectors.joining());
    }
}
