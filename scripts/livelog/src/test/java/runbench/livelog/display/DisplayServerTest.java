package runbench.livelog.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.json.Json;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.EventFilter;
import runbench.sync.live.LiveLine;

@Tag("scenario")
@Tag("beside")
class DisplayServerTest {
    private static final Authentication.Token TOKEN = Authentication.Token.random();
    private static final int KINDS = Integer.getInteger("runbench.kinds", 300);
    @TempDir
    private Path folder;
    private EmittedLog log;
    private DisplayServer server;
    private final AtomicInteger stops = new AtomicInteger();

    @BeforeEach
    void serve() throws IOException {
        log = EmittedLog.append(folder.resolve(EmittedLog.NAME));
        log.add(LiveExamples.events(1, 100));
        open(0);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        log.close();
    }

    private void open(int port) {
        server = DisplayServer.open(new ListenAddress("127.0.0.1", port), log, new DisplayServer.Control() {
            @Override
            public LogStatus status() {
                return new LogStatus("ring", LogStatus.State.RUNNING, 1e5, Double.NaN,
                        List.of(LogStatus.Node.named("node1", LogStatus.State.RUNNING)), List.of());
            }

            @Override
            public boolean isStoppable() {
                return true;
            }

            @Override
            public void stop() {
                stops.incrementAndGet();
            }
        }, TOKEN);
    }

    /** What comes back for these bytes until the other end closes, and so many at most: a stream has no end. */
    private String sent(byte[] request, int most) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000);
            byte[] answer = new byte[0];
            try {
                socket.getOutputStream().write(request);
                socket.shutdownOutput();
                answer = socket.getInputStream().readNBytes(most);
            } catch (SocketTimeoutException e) {
                throw e;
            } catch (IOException reset) {
                // It has been closed with something unread.
            }
            return new String(answer, StandardCharsets.UTF_8);
        }
    }

    private String asked(String method, String path, String... headers) throws IOException {
        StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        if (List.of(headers).stream().noneMatch(h -> h.startsWith("Host:"))) {
            request.append("Host: 127.0.0.1:").append(server.port()).append("\r\n");
        }
        List.of(headers).forEach(h -> request.append(h).append("\r\n"));
        return sent(request.append("\r\n").toString().getBytes(StandardCharsets.UTF_8), 1 << 20);
    }

    private static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    private static String bearer() {
        return "Authorization: Bearer " + TOKEN.text();
    }

    private Fields status() throws IOException {
        return Fields.ofAnswer(Json.object(body(asked("GET", "/status.json", bearer()))), "the answer");
    }

    @Test
    void aStrangerGetsNeitherPageNorEventNorControlAndLearnsNothing() throws IOException {
        List<String> answers = new ArrayList<>();
        for (String path : List.of("/", "/events", "/events.json", "/status.json", "/stop", "/nothing", "/?token=",
                "/?token=" + TOKEN.text().substring(1), "/events?token=" + "x".repeat(32))) {
            for (String method : List.of("GET", "POST", "HEAD", "OPTIONS", "DELETE")) {
                String answer = asked(method, path);
                assertThat(answer).startsWith("HTTP/1.1 401 ");
                answers.add(body(answer));
            }
        }
        answers.add(body(asked("GET", "/events", "Authorization: Bearer wrong", "Cookie: token=" + TOKEN.text())));
        assertThat(answers).allSatisfy(a -> assertThat(a.lines().count()).isLessThanOrEqualTo(1))
                .doesNotContain("ring", "node1");
        assertThat(stops).hasValue(0);
        assertThat(status().at("refused").number("401")).isEqualTo(answers.size());
    }

    @Test
    void aForeignPageReadsAndStopsNothing() throws IOException {
        String host = "127.0.0.1:" + server.port();
        assertThat(asked("GET", "/?token=" + TOKEN.text(), "Host: attacker.example")).startsWith("HTTP/1.1 403 ");
        assertThat(asked("GET", "/?token=" + TOKEN.text(), "Host: 127.0.0.1.attacker.example:80"))
                .startsWith("HTTP/1.1 403 ");
        assertThat(asked("POST", "/stop", bearer(), "Origin: http://attacker.example")).startsWith("HTTP/1.1 403 ");
        assertThat(asked("POST", "/stop", bearer(), "Origin: http://127.0.0.1:1")).startsWith("HTTP/1.1 403 ");
        assertThat(asked("POST", "/stop", bearer(), "Origin: null")).startsWith("HTTP/1.1 403 ");
        assertThat(asked("POST", "/stop", bearer(), "Sec-Fetch-Site: same-site")).startsWith("HTTP/1.1 403 ");
        assertThat(asked("POST", "/stop?token=" + TOKEN.text(), "Origin: http://" + host)).startsWith("HTTP/1.1 401 ");
        assertThat(asked("GET", "/stop", bearer())).startsWith("HTTP/1.1 405 ");
        assertThat(stops).hasValue(0);
        String page = asked("GET", "/?token=" + TOKEN.text(), "Host: localhost:8080");
        assertThat(page).startsWith("HTTP/1.1 200 ")
                .containsIgnoringCase("Content-Security-Policy: default-src 'none'; script-src 'sha256-")
                .containsIgnoringCase("Referrer-Policy: no-referrer")
                .doesNotContainIgnoringCase("Set-Cookie")
                .doesNotContainIgnoringCase("Access-Control")
                .doesNotContain("unsafe-inline");
        assertThat(asked("POST", "/stop", bearer(), "Origin: http://" + host, "Sec-Fetch-Site: same-origin"))
                .startsWith("HTTP/1.1 202 ");
        assertThat(stops).hasValue(1);
    }

    @Test
    void eventsAreFoundByNumberAndFilter() throws IOException {
        Fields some = Fields.ofAnswer(Json.object(body(asked("GET", "/events.json?from=3&most=4", bearer()))),
                "the answer");
        assertThat(some.list("events")).extracting(e -> e.number("number")).containsExactly(3L, 4L, 5L, 6L);
        assertThat(some.number("next")).isEqualTo(7);
        Fields tokens = Fields.ofAnswer(
                Json.object(body(asked("GET", "/events.json?from=1&type=tok*&node=node2,node3", bearer()))),
                "the answer");
        assertThat(tokens.list("events")).isNotEmpty()
                .allSatisfy(e -> assertThat(e.text("type") + e.text("node")).matches("tokennode[23]"));
        assertThat(Fields.ofAnswer(Json.object(body(asked("GET", "/events.json?from=-2", bearer()))), "the answer")
                .number("from")).isEqualTo(99);
        for (String wrong : List.of("from=x", "most=0", "most=10001", "from=9999999999999999999", "nope=1", "type=a,,b",
                "text=%zz", "=1", "&", "text=a&text=b")) {
            assertThat(asked("GET", "/events.json?" + wrong, bearer())).as(wrong).startsWith("HTTP/1.1 400 ");
        }
    }

    /** Takes events as a terminal does; the future has their numbers when enough came. */
    private CompletableFuture<List<Long>> watched(long from, EventFilter filter, int enough, List<String> notes) {
        return watched(from, filter, enough, notes, new ArrayList<>());
    }

    /** @param numbers receives the number of each event when it arrives */
    private CompletableFuture<List<Long>> watched(long from, EventFilter filter, int enough, List<String> notes,
            List<Long> numbers) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                new LogWatch(from, true, filter).server(URI.create(server.address()), new LogWatch.Sink() {
                    @Override
                    public boolean event(String line) throws IOException {
                        numbers.add(LiveLine.parse(line).number());
                        return numbers.size() < enough;
                    }

                    @Override
                    public void note(String words) {
                        notes.add(words);
                    }
                });
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return numbers;
        });
    }

    @Test
    void aDisplayThatDoesNotListenStopsNobodyAndMissesNothing() throws Exception {
        try (Socket stuck = new Socket()) {
            stuck.setReceiveBufferSize(4096);
            stuck.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            stuck.getOutputStream()
                    .write(("GET /events?from=1&token=" + TOKEN.text() + " HTTP/1.0\r\nHost: localhost\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            int all = 5000; // with long comments: more than buffers of sockets hold
            int few = 100;
            CompletableFuture<List<Long>> other = watched(1, EventFilter.ALL, all, new ArrayList<>());
            for (int n = few + 1; n <= all; n += few) {
                log.add(LiveExamples.wordy(n, n + few - 1));
            }
            assertThat(other.get(30, TimeUnit.SECONDS))
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, all).boxed().toList());
            log.finish();
            InputStream in = stuck.getInputStream();
            String late = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(late.split("\"number\":", -1)).hasSize(all + 1);
            assertThat(late).contains("event: end\ndata: " + all).contains("\"state\"").endsWith("\n\n");
        }
    }

    @Test
    void aSlowDisplayGetsTheLastEventsAndOneThatReadsNothingIsReported() throws Exception {
        int all = 4000;
        log.add(LiveExamples.wordy(101, all));
        try (Socket slow = reading(1 << 16); Socket stuck = reading(1 << 12)) {
            CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> {
                StringBuilder text = new StringBuilder();
                byte[] piece = new byte[1 << 16];
                try {
                    for (int n = slow.getInputStream().read(piece); n > 0; n = slow.getInputStream().read(piece)) {
                        text.append(new String(piece, 0, n, StandardCharsets.ISO_8859_1));
                        Thread.sleep(30); // the slowness itself: more than a second in all
                    }
                } catch (IOException | InterruptedException cut) {
                    text.append("cut");
                }
                return text.toString();
            });
            awaitDisplays(2);
            log.finish();
            // Longer than a busy machine may suspend the reading thread of the slow display.
            assertThat(server.awaitDisplays(4000, 60_000)).as("the stuck one").isEqualTo(1);
            assertThat(read.get(30, TimeUnit.SECONDS)).contains("\"number\":" + all + ",")
                    .contains("event: end")
                    .doesNotContain("cut");
            assertThat(stuck.isClosed()).isFalse();
        }
    }

    private static ConditionFactory awaiting(String what) {
        return Awaitility.await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(30));
    }

    private void awaitDisplays(int count) {
        awaiting(count + " connected displays").until(() -> (int) status().number("displays"), n -> n >= count);
    }

    private Socket reading(int buffer) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(buffer);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        socket.getOutputStream()
                .write(("GET /events?from=1&token=" + TOKEN.text() + " HTTP/1.0\r\nHost: localhost\r\n\r\n")
                        .getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    @Test
    void aDisplayThatFollowsSeesALogToItsEndAlthoughItsReceiverLeavesAtOnce() throws Exception {
        int all = 3000;
        CompletableFuture<List<Long>> numbers = watched(1, EventFilter.ALL, all, new ArrayList<>());
        awaitDisplays(1);
        log.add(LiveExamples.wordy(101, all));
        log.finish();
        server.close();
        assertThat(numbers.get(30, TimeUnit.SECONDS))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, all).boxed().toList());
    }

    @Test
    void aDisplayGoesOnWhereItWasWhenTheReceiverIsThereAgain() throws Exception {
        List<String> notes = new ArrayList<>();
        List<Long> first = new CopyOnWriteArrayList<>();
        List<Long> firstFew = new CopyOnWriteArrayList<>();
        CompletableFuture<List<Long>> numbers = watched(-10, EventFilter.ALL, 30, notes, first);
        CompletableFuture<List<Long>> few = watched(1, EventFilter.parse(List.of("type=token", "node=node1")), 20,
                new ArrayList<>(), firstFew);
        awaiting("events at both displays").until(() -> first.size() == 10 && !firstFew.isEmpty());
        int port = server.port();
        server.close();
        log.add(LiveExamples.events(101, 110));
        open(port);
        log.add(LiveExamples.events(111, 400));
        assertThat(numbers.get(30, TimeUnit.SECONDS))
                .containsExactlyElementsOf(LongStream.rangeClosed(91, 120).boxed().toList());
        assertThat(few.get(30, TimeUnit.SECONDS)).doesNotHaveDuplicates().isSorted().hasSize(20);
        assertThat(notes).hasSize(2).last().asString().contains("there again");
    }

    @Test
    void whoIsRefusedIsToldWhatToType() {
        URI wrong = URI.create("http://127.0.0.1:" + server.port() + "/?token=" + Authentication.Token.random().text());
        assertThatThrownBy(() -> new LogWatch(1, true, EventFilter.ALL).server(wrong, null))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("refused (401)")
                .hasMessageNotContaining("token=");
        assertThatThrownBy(() -> new LogWatch(1, true, EventFilter.ALL).server(URI.create("ftp://x/"), null))
                .isInstanceOf(RunbenchException.class);
        server.close();
        assertThatThrownBy(() -> new LogWatch(1, true, EventFilter.ALL).server(URI.create(server.address()), null))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("cannot reach");
    }

    /** Requests that are none, or ask for nonsense, made of a good one and of bytes. */
    @Test
    void nonsenseOfThousandsOfKindsIsRefusedAndNothingIsLost() throws Exception {
        byte[] events = Files.readAllBytes(folder.resolve(EmittedLog.NAME));
        String good = "GET /events.json?from=1&most=2 HTTP/1.1\r\nHost: localhost\r\n" + bearer() + "\r\n\r\n";
        List<String> odd = List.of("\0", "\r\n", "../../etc/passwd", "%00", "%", "://", "?", "#", " ", "HTTP/9.9",
                "Content-Length: -1\r\n", "Transfer-Encoding: chunked\r\n", "Content-Length: 99999999999999999999\r\n",
                "\u00ff\u00fe", "{\"number\":", "x".repeat(9000), ":", "Host: a\r\nHost: b\r\n");
        Random random = new Random(7);
        long before = status().at("refused").number("unreadable");
        int answered = 0;
        for (int i = 0; i < KINDS; i++) {
            StringBuilder bad = new StringBuilder(good);
            for (int k = 0; k <= i % 3 && !bad.isEmpty(); k++) {
                int at = random.nextInt(bad.length());
                switch (random.nextInt(4)) {
                    case 0 -> bad.setCharAt(at, (char) random.nextInt(256));
                    case 1 -> bad.delete(at, Math.min(bad.length(), at + 1 + random.nextInt(20)));
                    case 2 -> bad.setLength(at + 1);
                    default -> bad.insert(at, odd.get(random.nextInt(odd.size())));
                }
            }
            if (!sent(bad.toString().getBytes(StandardCharsets.ISO_8859_1), 12).isEmpty()) {
                answered++;
            }
        }
        assertThat(answered).isGreaterThan(KINDS / 5);
        // Connections that such requests left half open count until the server has let go of them.
        awaiting("an answer after the half-open connections were closed")
                .until(() -> !asked("GET", "/status.json", bearer()).isEmpty());
        Fields refused = status().at("refused");
        assertThat(refused.number("unreadable") - before).as("unreadable of " + refused.map())
                .isGreaterThan(KINDS / 30);
        assertThat(refused.number("401")).isPositive();
        assertThat(stops).hasValue(0);
        assertThat(Files.readAllBytes(folder.resolve(EmittedLog.NAME))).isEqualTo(events);
        assertThat(body(asked("GET", "/events.json?from=1&most=100", bearer()))).contains("\"number\":1,")
                .contains("\"number\":100,");
    }

    @Test
    void aReceiverThatIsStartedAgainIsFoundWhereItWas() throws Exception {
        DisplayServer.Control none = new DisplayServer.Control() {
            @Override
            public LogStatus status() {
                return new LogStatus("", LogStatus.State.STARTING, 0, 0, List.of(), List.of());
            }

            @Override
            public boolean isStoppable() {
                return false;
            }

            @Override
            public void stop() {
                // Nothing runs.
            }
        };
        String first;
        try (DisplayServer one = DisplayServer.reopen(folder, ListenAddress.LOOPBACK, log, none)) {
            first = one.address();
            try (DisplayServer other = DisplayServer.reopen(folder, ListenAddress.LOOPBACK, log, none)) {
                assertThat(other.port()).as("taken").isNotEqualTo(one.port());
                assertThat(other.address()).endsWith(first.substring(first.indexOf('?')));
            }
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("display.json"))))
                .isEqualTo("rw-------");
        Files.writeString(folder.resolve("display.json"), "{\"token\":\"x\"}");
        try (DisplayServer anew = DisplayServer.reopen(folder, ListenAddress.LOOPBACK, log, none)) {
            assertThat(anew.address()).doesNotEndWith(first.substring(first.indexOf('?')));
        }
    }

    @Test
    void halfOpenConnectionsKeepNoDisplayOut() throws Exception {
        List<Socket> many = new ArrayList<>();
        try (Socket before = reading(1 << 16)) {
            assertThat(before.getInputStream().read()).isPositive();
            for (int i = 0; i < 1200; i++) {
                Socket one = new Socket(InetAddress.getLoopbackAddress(), server.port());
                many.add(one);
                if (i % 2 == 0) {
                    one.getOutputStream()
                            .write("GET /events?from=1 HTTP/1.1\r\nHost: loc".getBytes(StandardCharsets.UTF_8));
                }
            }
            long begin = System.nanoTime();
            for (int i = 0; i < 5; i++) {
                assertThat(status().number("displays")).as("the display before them goes on").isEqualTo(1);
            }
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isLessThan(6000);
            assertThat(status().at("refused").number("unreadable")).isPositive();
            assertThat(body(asked("GET", "/events.json?from=1&most=100", bearer()))).as("the log is open")
                    .contains("\"number\":100,");
        } finally {
            for (Socket one : many) {
                one.close();
            }
        }
    }

    @Test
    void displaysHaveALimitWithWords() throws Exception {
        List<Socket> many = new ArrayList<>();
        try {
            for (int i = 0; i < RequestHandler.MAX_DISPLAYS; i++) {
                Socket one = new Socket(InetAddress.getLoopbackAddress(), server.port());
                one.getOutputStream()
                        .write(("GET /events HTTP/1.1\r\nHost: [::1]\r\n" + bearer() + "\r\n\r\n")
                                .getBytes(StandardCharsets.UTF_8));
                one.getInputStream().read();
                many.add(one);
            }
            assertThat(asked("GET", "/events", bearer())).startsWith("HTTP/1.1 503 ")
                    .contains("64 displays are connected already");
            assertThat(status().number("displays")).isEqualTo(RequestHandler.MAX_DISPLAYS);
        } finally {
            for (Socket one : many) {
                one.close();
            }
        }
    }
}
