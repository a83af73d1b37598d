package runbench.livelog.display;

import com.sun.management.UnixOperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import runbench.base.error.RunbenchException;
import runbench.sync.live.EmittedLog;

/**
 * Serves a log to any number of displays: its page, a stream of events, events by number, its state, and its end. Each
 * request has a thread of its own, so that one that is slow, or is never finished, keeps nobody waiting.
 */
public final class DisplayServer implements AutoCloseable {
    private static final int THREADS = 512;
    /** Connections that the kernel keeps until they are accepted; further ones would be delayed by seconds. */
    private static final int BACKLOG = 1024;
    /** A request that takes longer loses its connection if others wait for a thread. */
    private static final long PATIENCE_MILLIS = 500;
    private static final long LOOK_MILLIS = 50;
    /** Connections without a request need a file descriptor each, and the receiver needs some for its files. */
    private static final int MOST_CONNECTIONS = 16_384;
    /** At the end of a log: how long the server waits for a display that takes no events, and for all of them. */
    private static final long IDLE_MILLIS = 1000;
    private static final long LAST_MILLIS = 30_000;

    static {
        // Read by the server's classes when they are first used: times in seconds.
        for (Map.Entry<String, String> limit : Map
                .of("sun.net.httpserver.maxReqTime", "10", "sun.net.httpserver.maxReqHeaders", "64",
                        "sun.net.httpserver.maxReqHeaderSize", "32768", "jdk.httpserver.maxConnections",
                        String.valueOf(mostConnections()), "sun.net.httpserver.nodelay", "true",
                        "sun.net.httpserver.drainAmount", "4096")
                .entrySet()) {
            System.setProperty(limit.getKey(), System.getProperty(limit.getKey(), limit.getValue()));
        }
    }

    private static long mostConnections() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os
                ? Math.min(MOST_CONNECTIONS, os.getMaxFileDescriptorCount() / 2)
                : THREADS;
    }

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final ScheduledExecutorService reaper;
    private final ListenAddress at;
    private final AccessToken token;
    private final EmittedLog log;
    private final DisplayAnswers answers;
    private final AtomicLong unreadable = new AtomicLong();
    private final ThreadLocal<Incoming> incoming = new ThreadLocal<>();
    /** Requests that are being read, the oldest first. */
    private final Set<Incoming> reading = new LinkedHashSet<>();

    private DisplayServer(HttpServer server, ListenAddress at, EmittedLog log, LogControl control, AccessToken token) {
        this.server = server;
        this.at = at;
        this.token = token;
        this.log = log;
        answers = new DisplayAnswers(log, control, new Doorkeeper(token, at.names()), unreadable::get);
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
        reaper.scheduleWithFixedDelay(this::makeRoom, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        server.createContext("/", this::answer);
        server.start();
    }

    /**
     * Listens from now on.
     *
     * @throws RunbenchException nobody can listen there
     */
    public static DisplayServer open(ListenAddress at, EmittedLog log, LogControl control, AccessToken token) {
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

    /** What a person opens, with the token. */
    public String address() {
        return "http://" + at.shown(port()) + "/?token=" + token.text();
    }

    /** On which it listens. */
    public int port() {
        InetSocketAddress bound = server.getAddress();
        return bound.getPort();
    }

    /** A request that a thread reads; it may never be finished. */
    private static final class Incoming {
        private final Thread thread = Thread.currentThread();
        private final long sinceNanos = System.nanoTime();
        private boolean evicted;
    }

    /** Ends the connections of requests that are not finished, if others wait for their threads. */
    private void makeRoom() {
        if (threads.getQueue().isEmpty()) {
            return;
        }
        long latest = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        synchronized (reading) {
            for (Iterator<Incoming> all = reading.iterator(); all.hasNext();) {
                Incoming oldest = all.next();
                if (oldest.sinceNanos - latest > 0) {
                    return;
                }
                all.remove();
                oldest.evicted = true;
                oldest.thread.interrupt(); // a channel that is read closes
            }
        }
    }

    /** @return false: its connection was ended meanwhile */
    private boolean isRead(Incoming request) {
        synchronized (reading) {
            reading.remove(request);
            Thread.interrupted(); // an interrupt behind this would close the log for all
            return !request.evicted;
        }
    }

    /** Bytes that are no request never come to an exchange. */
    private void counted(Runnable work) {
        Incoming request = new Incoming();
        incoming.set(request);
        synchronized (reading) {
            reading.add(request);
        }
        try {
            work.run();
        } finally {
            boolean understood = incoming.get() == null;
            incoming.remove();
            if (!isRead(request) || !understood) {
                unreadable.incrementAndGet();
            }
        }
    }

    private void answer(HttpExchange exchange) {
        Incoming request = incoming.get();
        incoming.remove();
        if (request == null || isRead(request)) {
            answers.to(exchange);
        } else {
            exchange.close();
        }
    }

    /**
     * Waits until every display has been sent all of a log that has ended. A display that takes no events for a second
     * is not waited for.
     *
     * @return number of displays that have not been sent the last events, which are in the log's folder
     */
    public int awaitDisplays() throws InterruptedException {
        return answers.awaitNone(IDLE_MILLIS, LAST_MILLIS);
    }

    /**
     * All displays are let go, after the last event of a log that has ended; what they have not seen by then they find
     * in its folder.
     */
    @Override
    public void close() {
        try {
            if (log.isClosed()) {
                awaitDisplays();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        answers.close();
        server.stop(0);
        // Not interrupted: who is interrupted while reading a file closes it, for all others and the receiver too.
        threads.shutdown();
        reaper.shutdown();
    }
}
