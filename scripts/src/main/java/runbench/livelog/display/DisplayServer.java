package runbench.livelog.display;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import runbench.base.error.RunbenchException;
import runbench.sync.live.EmittedLog;

/**
 * Serves a log to any number of displays: its page, a stream of events, events by number, its state, and its end. Each request has
 * a thread of its own, so that one that is slow, or is never finished, keeps nobody waiting.
 */
public final class DisplayServer implements AutoCloseable {
    private static final int THREADS = 128;
    /** At the end of a log: how long the server waits for a display that takes no events, and for all of them. */
    private static final long IDLE_MILLIS = 1000;
    private static final long LAST_MILLIS = 30_000;

    static {
        // Read by the server's classes when they are first used: times in seconds.
        for (Map.Entry<String, String> limit : Map.of("sun.net.httpserver.maxReqTime", "10", "sun.net.httpserver.maxReqHeaders", "64",
                "sun.net.httpserver.maxReqHeaderSize", "32768", "jdk.httpserver.maxConnections", "512", "sun.net.httpserver.nodelay", "true",
                "sun.net.httpserver.drainAmount", "4096").entrySet()) {
            System.setProperty(limit.getKey(), System.getProperty(limit.getKey(), limit.getValue()));
        }
    }

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final ListenAddress at;
    private final AccessToken token;
    private final EmittedLog log;
    private final DisplayAnswers answers;
    private final AtomicLong unreadable = new AtomicLong();
    private final ThreadLocal<Boolean> understood = new ThreadLocal<>();

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
            server = HttpServer.create(at.socket(), 64);
        } catch (IOException e) {
            throw RunbenchException.machine("cannot listen on " + at + ": " + e.getMessage()).remedy("--listen 127.0.0.1:0 takes any port that is free")
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

    /** What was sent here and was no request never comes to an exchange. */
    private void counted(Runnable work) {
        understood.set(false);
        work.run();
        if (!understood.get()) {
            unreadable.incrementAndGet();
        }
    }

    private void answer(HttpExchange exchange) {
        understood.set(true);
        answers.to(exchange);
    }

    /**
     * Waits until every display has been sent all of a log that has ended. A display that takes no events for a second is not waited for.
     *
     * @return number of displays that have not been sent the last events, which are in the log's folder
     */
    public int awaitDisplays() throws InterruptedException {
        return answers.awaitNone(IDLE_MILLIS, LAST_MILLIS);
    }

    /** All displays are let go, after the last event of a log that has ended; what they have not seen by then they find in its folder. */
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
    }
}
