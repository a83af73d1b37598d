package runbench.livelog.display;

import com.sun.management.UnixOperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.file.PrivateFile;
import runbench.base.json.Fields;
import runbench.base.json.Json;
import runbench.sync.live.EmittedLog;

/**
 * The HTTP server of a log: its page, a stream of events, events by number, its status, and a request to stop the run.
 * Each request has its own thread, so a slow or incomplete request delays no other.
 */
public final class DisplayServer implements AutoCloseable {
    /** The run behind a log. */
    public interface Control {
        /** Returns the current status. */
        LogStatus status();

        /** Returns whether {@link #stop} has an effect. */
        boolean isStoppable();

        /** Requests the end of all servers, without waiting for it. */
        void stop();
    }

    private static final String ADDRESS_FILE = "display.json";
    private static final int THREADS = 512;
    /** Length of the kernel's accept queue; further connections would be delayed by seconds. */
    private static final int BACKLOG = 1024;
    /** Time after which an incomplete request is closed if other requests wait for a thread. */
    private static final long REQUEST_TIMEOUT_MILLIS = 500;
    private static final long POLL_MILLIS = 50;
    /** Each connection needs a file descriptor, and so do the files of the receiver. */
    private static final int MAX_CONNECTIONS = 16_384;
    /** Maximum wait at the end of a log for a display that receives nothing. */
    private static final long IDLE_MILLIS = 1000;
    /** Maximum wait at the end of a log for all displays. */
    private static final long FINAL_MILLIS = 30_000;

    static {
        // The server's classes read these when they are loaded; times in seconds.
        for (Map.Entry<String, String> limit : Map
                .of("sun.net.httpserver.maxReqTime", "10", "sun.net.httpserver.maxReqHeaders", "64",
                        "sun.net.httpserver.maxReqHeaderSize", "32768", "jdk.httpserver.maxConnections",
                        String.valueOf(maxConnections()), "sun.net.httpserver.nodelay", "true",
                        "sun.net.httpserver.drainAmount", "4096")
                .entrySet()) {
            System.setProperty(limit.getKey(), System.getProperty(limit.getKey(), limit.getValue()));
        }
    }

    private static long maxConnections() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os
                ? Math.min(MAX_CONNECTIONS, os.getMaxFileDescriptorCount() / 2)
                : THREADS;
    }

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final ScheduledExecutorService reaper;
    private final ListenAddress at;
    private final Authentication.Token token;
    private final EmittedLog log;
    private final RequestHandler handler;
    private final AtomicLong malformedRequests = new AtomicLong();
    @SuppressWarnings("ThreadLocalUsage") // a process has one server
    private final ThreadLocal<Incoming> incoming = new ThreadLocal<>();
    /** Incomplete requests, the oldest first. */
    private final Set<Incoming> reading = new LinkedHashSet<>();

    private DisplayServer(HttpServer server, ListenAddress at, EmittedLog log, Control control,
            Authentication.Token token) {
        this.server = server;
        this.at = at;
        this.token = token;
        this.log = log;
        handler = new RequestHandler(log, control, new Authentication(token, at.hostNames()), malformedRequests::get);
        AtomicLong number = new AtomicLong();
        threads = new ThreadPoolExecutor(THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
            Thread thread = new Thread(work, "display-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        threads.allowCoreThreadTimeOut(true);
        server.setExecutor(work -> threads.execute(() -> counted(work)));
        reaper = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "display-reaper");
            thread.setDaemon(true);
            return thread;
        });
        Future<?> unused = reaper.scheduleWithFixedDelay(this::closeIncomplete, POLL_MILLIS, POLL_MILLIS,
                TimeUnit.MILLISECONDS);
        server.createContext("/", this::handle);
        server.start();
    }

    /**
     * Opens a server with a new token.
     *
     * @throws RunbenchException (machine) the address cannot be bound
     */
    public static DisplayServer open(ListenAddress at, EmittedLog log, Control control) {
        return open(at, log, control, Authentication.Token.random());
    }

    /**
     * Opens a server with the port and the token of the previous server of the same folder and host, so that open
     * displays reconnect. The folder keeps both in a file that only its owner can read. If the port is taken, the
     * server uses another one.
     *
     * @param folder folder of the log
     * @throws RunbenchException (machine) the address cannot be bound
     */
    public static DisplayServer reopen(Path folder, ListenAddress at, EmittedLog log, Control control)
            throws IOException {
        Path file = folder.resolve(ADDRESS_FILE);
        Fields previous = previous(file);
        Authentication.Token token = previous.has("token") ? new Authentication.Token(previous.text("token"))
                : Authentication.Token.random();
        DisplayServer server = openAtPreviousPort(previous, at, log, control, token);
        PrivateFile.reserve(file);
        OutputFile.write(file, Json.text(Map.of("host", at.host(), "port", server.port(), "token", token.text()))
                .getBytes(StandardCharsets.UTF_8));
        return server;
    }

    private static DisplayServer openAtPreviousPort(Fields previous, ListenAddress at, EmittedLog log, Control control,
            Authentication.Token token) {
        if (at.port() == 0 && previous.numberOr("port", 0) > 0 && previous.textOr("host", "").equals(at.host())) {
            try {
                return open(new ListenAddress(at.host(), (int) previous.number("port")), log, control, token);
            } catch (RunbenchException taken) {
                // Another process uses the port; displays have to be opened again.
            }
        }
        return open(at, log, control, token);
    }

    /** Returns the kept address, empty if there is none or it is not valid. */
    private static Fields previous(Path file) {
        try {
            Fields previous = Fields.ofFile(Json.object(Files.readString(file)), file);
            new Authentication.Token(previous.text("token"));
            return previous;
        } catch (IOException | IllegalArgumentException | RunbenchException none) {
            return Fields.ofFile(Map.of(), file);
        }
    }

    static DisplayServer open(ListenAddress at, EmittedLog log, Control control, Authentication.Token token) {
        HttpServer server;
        try {
            server = HttpServer.create(at.socket(), BACKLOG);
        } catch (IOException e) {
            throw RunbenchException.machine("cannot listen on " + at + ": " + e.getMessage())
                    .remedy("--listen 127.0.0.1:0 takes any port that is free")
                    .causedBy(e);
        }
        return new DisplayServer(server, at, log, control, token);
    }

    /** Returns the URL of the page, with the token. */
    public String address() {
        return "http://" + at.inUrl(port()) + "/?token=" + token.text();
    }

    /** Returns the port that the server listens on. */
    public int port() {
        InetSocketAddress bound = server.getAddress();
        return bound.getPort();
    }

    /** A request that a thread reads; it may stay incomplete. */
    private static final class Incoming {
        private final Thread thread = Thread.currentThread();
        private final long sinceNanos = System.nanoTime();
        private boolean isEvicted;
    }

    /** Closes the connections of incomplete requests if other requests wait for a thread. */
    private void closeIncomplete() {
        if (threads.getQueue().isEmpty()) {
            return;
        }
        long latest = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(REQUEST_TIMEOUT_MILLIS);
        synchronized (reading) {
            for (Iterator<Incoming> all = reading.iterator(); all.hasNext();) {
                Incoming oldest = all.next();
                if (oldest.sinceNanos - latest > 0) {
                    return;
                }
                all.remove();
                oldest.isEvicted = true;
                oldest.thread.interrupt(); // closes the channel that the thread reads
            }
        }
    }

    /** @return false: the connection was closed meanwhile */
    private boolean finishReading(Incoming request) {
        synchronized (reading) {
            reading.remove(request);
            Thread.interrupted(); // a later interrupt would close the file of the log for all threads
            return !request.isEvicted;
        }
    }

    /** Counts requests that are not HTTP: they never reach {@link #handle}. */
    private void counted(Runnable work) {
        Incoming request = new Incoming();
        incoming.set(request);
        synchronized (reading) {
            reading.add(request);
        }
        try {
            work.run();
        } finally {
            boolean wasHandled = incoming.get() == null;
            incoming.remove();
            if (!finishReading(request) || !wasHandled) {
                malformedRequests.incrementAndGet();
            }
        }
    }

    private void handle(HttpExchange exchange) {
        Incoming request = incoming.get();
        incoming.remove();
        if (request == null || finishReading(request)) {
            handler.handle(exchange);
        } else {
            exchange.close();
        }
    }

    /**
     * Waits until all displays have received all events of an ended log, unless no display makes progress for a second.
     *
     * @return number of displays that have not received the last events; the events are in the log's folder
     */
    public int awaitDisplays() throws InterruptedException {
        return awaitDisplays(IDLE_MILLIS, FINAL_MILLIS);
    }

    int awaitDisplays(long idleMillis, long maxMillis) throws InterruptedException {
        return handler.awaitDisplays(idleMillis, maxMillis);
    }

    /** Closes all connections; those to an ended log after its last event. */
    @Override
    public void close() {
        try {
            if (log.isClosed()) {
                awaitDisplays();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        handler.close();
        server.stop(0);
        // Without interrupts: an interrupt during a read would close the file of the log for all threads.
        threads.shutdown();
        reaper.shutdown();
    }
}
