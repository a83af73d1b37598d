package runbench.livelog;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.json.Json;
import runbench.base.process.HelperProcess.StderrTail;
import runbench.base.process.RawText;
import runbench.base.process.WatchedThread;
import runbench.livelog.display.NodeState;
import runbench.sync.window.Node;
import runbench.sync.window.Template;

/**
 * The connection to the relay of one server, through the pipe of a process. A broken connection is re-established;
 * meanwhile, events wait in the relay's spool.
 */
final class RelayLink {
    /**
     * The commands that start relays on nodes.
     *
     * @param request the run
     * @param id identifier of the run
     * @param localRelay path of runbench-relay on this host
     */
    record Commands(LogRequest request, String id, String localRelay) {
        /** Runs the command in a session of its own: Ctrl-C reaches only this program, which stops the servers. */
        private List<String> filled(Node node, List<String> relay) {
            List<String> command = new ArrayList<>(List.of(localRelay, "--session", "--"));
            command.addAll(request.startWith() == null ? relay
                    : Template.parse("--launch", request.startWith()).fill(node, node.host(), relay));
            return command;
        }

        private String spool(Node node) {
            return request.spools() + "/runbench-log-" + id + "-" + node.name();
        }

        /** Returns the command that starts a node's server under a relay. */
        List<String> start(Node node) {
            List<String> relay = new ArrayList<>(List.of(request.programs() + "/runbench-relay", "--spool", spool(node),
                    "--node", node.name(), "--chdir", request.directory(), "--"));
            relay.addAll(request.command());
            return filled(node, relay);
        }

        /** Returns the command that connects to the spool of a server that was started before. */
        List<String> attach(Node node) {
            return filled(node, List.of(request.programs() + "/runbench-relay", "--attach", spool(node)));
        }
    }

    private static final int MAX_TRIES = 5;
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long EXIT_MILLIS = 2000;
    private static final long REQUEST_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Receives the events of a connection, in the thread of the connection. */
    interface Listener {
        /** The node has sent all events up to this time of its clock, ns. */
        void frontier(String node, long clockNanos);

        /** The server ended, and all its events have arrived. */
        void ended(String node, ServerEnd end);

        /** The connection broke. It is re-established until {@link #connected} or {@link #ended} follows. */
        void disconnected(String node, String why);

        /** @param realtimeMinusClockNanos CLOCK_REALTIME - CLOCK_MONOTONIC of the node, ns */
        void connected(String node, long realtimeMinusClockNanos);

        /** The state of the node's machine, with packets counted since its boot. */
        void state(String node, NodeState state) throws IOException;

        /** A problem that does not end the connection. */
        void problem(String node, String problem);

        /** The thread of the connection died of a defect. The end of the server will not be known. */
        void failed(String node, Throwable why);

        /** Events cannot be stored. The connection is closed. */
        void storeFailed(IOException why);
    }

    private final Node node;
    private final Commands commands;
    private final NodeFiles files;
    private final Listener listener;
    private final CountDownLatch answered = new CountDownLatch(1);
    private final Map<String, Long> requestedNanos = new HashMap<>();
    private volatile Process process;
    private volatile boolean isReady;
    private volatile boolean isStarted;
    private volatile boolean isDetached;
    private volatile boolean isClosing;
    private volatile String failure;
    private ServerEnd end;
    private FrameReader reader;
    private int tries;
    /** Time of the request of the machine's state, ns; 0: none is unanswered. */
    private volatile long stateRequestedNanos;

    RelayLink(Node node, Commands commands, NodeFiles files, Listener listener) {
        this.node = node;
        this.commands = commands;
        this.files = files;
        this.listener = listener;
    }

    Node node() {
        return node;
    }

    /** @param isRunning whether the server was started before; then missing events are requested from its spool */
    void start(boolean isRunning) {
        isStarted = isRunning;
        WatchedThread.start("relay-" + node.name(), () -> run(isRunning), why -> {
            failure = "internal error: " + why;
            answered.countDown();
            listener.failed(node.name(), why);
        });
    }

    /**
     * Waits until the relay answers.
     *
     * @return null, or the reason why it does not
     */
    String awaitReady(long millis) throws InterruptedException {
        if (!answered.await(millis, TimeUnit.MILLISECONDS)) {
            return node.name() + ": its relay was not ready within " + millis / 1000 + " s";
        }
        return isReady ? null : node.name() + ": " + failure;
    }

    /** Starts the server. */
    void go() {
        isStarted = true;
        send("go");
    }

    /** Requests the end of the server. */
    void stop() {
        send("stop");
    }

    /** Requests the state of the machine, unless an earlier request is unanswered. */
    void requestState() {
        if (isReady && stateRequestedNanos == 0) {
            stateRequestedNanos = System.nanoTime();
            send("state");
        }
    }

    /** Confirms that all events are stored, so the node may remove its spool. */
    void done() {
        isClosing = true;
        send("done");
        closeInput();
    }

    /** Closes the connection. The server continues. */
    void detach() {
        isDetached = true;
        isClosing = true;
        closeInput();
    }

    private void closeInput() {
        Process p = process;
        if (p != null) {
            try {
                p.getOutputStream().close();
            } catch (IOException e) {
                // The process has ended.
            }
        }
    }

    /** Waits for the end of the local process. */
    void awaitGone(long millis) throws InterruptedException {
        Process p = process;
        if (p != null && !p.waitFor(millis, TimeUnit.MILLISECONDS)) {
            p.destroyForcibly();
        }
    }

    /** Returns the ID of the local process, or -1. */
    long pid() {
        Process p = process;
        return p == null ? -1 : p.pid();
    }

    /** Returns the number of damaged frames. */
    long refused() {
        FrameReader r = reader;
        return r == null ? 0 : r.refused();
    }

    private synchronized void send(String line) {
        Process p = process;
        if (p == null) {
            return;
        }
        try {
            OutputStream to = p.getOutputStream();
            to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            to.flush();
        } catch (IOException e) {
            // The thread that reads detects the end.
        }
    }

    private void run(boolean isRunning) {
        boolean attach = isRunning;
        while (!isClosing) {
            String why = once(attach);
            if (isClosing || end != null) {
                break;
            }
            if (!isStarted) {
                failure = why;
                break;
            }
            attach = true;
            if (++tries > MAX_TRIES) {
                endUnknown("the node is not reachable any more: " + why);
                break;
            }
            listener.disconnected(node.name(), why);
            pause(FIRST_PAUSE_MILLIS << tries);
        }
        answered.countDown();
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Serves one connection.
     *
     * @return the reason for its end
     */
    private String once(boolean attach) {
        Process p = null;
        try {
            p = new ProcessBuilder(RawText.startable(attach ? commands.attach(node) : commands.start(node))).start();
            StderrTail errors = new StderrTail(p.getErrorStream(), "errors-" + node.name());
            reader = new FrameReader(p.getInputStream());
            process = p;
            if (isClosing) {
                closeInput();
            }
            String why = read(attach);
            int status = end(p);
            String errorText = errors.text();
            return why != null ? why
                    : "the connection ended with status " + status + (errorText.isEmpty() ? "" : ": " + errorText);
        } catch (IOException e) {
            return e.getMessage();
        } catch (RunbenchException e) {
            // The relay has another version; further connections would fail too.
            if (isStarted) {
                endUnknown(e.getMessage());
            }
            return e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        } finally {
            if (p != null) {
                p.destroyForcibly();
            }
        }
    }

    private static int end(Process p) throws InterruptedException {
        p.destroy();
        if (!p.waitFor(EXIT_MILLIS, TimeUnit.MILLISECONDS)) {
            p.destroyForcibly();
        }
        return p.waitFor();
    }

    /** @return the reason why the connection is unusable; null: it ended */
    private String read(boolean attach) throws IOException {
        for (FrameReader.Frame frame = reader.next(); frame != null; frame = reader.next()) {
            switch (frame.kind()) {
                case READY -> ready(attach, Fields.ofAnswer(json(frame), "the relay on " + node.name()));
                case BYTES -> keep(frame);
                case FRONTIER -> listener.frontier(node.name(), frame.offset());
                case END -> end(frame);
                case STATE -> state(Fields.ofAnswer(json(frame), "the relay on " + node.name()));
                default -> {
                    return json(frame).getOrDefault("message", "the relay failed").toString();
                }
            }
            if (isDetached) {
                return "closed";
            }
        }
        return null;
    }

    private static Map<String, Object> json(FrameReader.Frame frame) throws IOException {
        return Json.object(new String(frame.payload(), StandardCharsets.UTF_8));
    }

    private void ready(boolean attach, Fields answer) throws IOException {
        long realtimeMinusClockNanos = answer.number("realtime_minus_clock_ns");
        if (attach) {
            for (Map.Entry<String, Long> e : files.lengths().entrySet()) {
                send("again " + e.getKey() + " " + e.getValue());
            }
            send("go");
            tries = 0;
        }
        stateRequestedNanos = 0;
        isReady = true;
        listener.connected(node.name(), realtimeMinusClockNanos);
        answered.countDown();
    }

    private void state(Fields answer) {
        long requested = stateRequestedNanos;
        stateRequestedNanos = 0;
        try {
            listener.state(node.name(), NodeState.of(answer, System.nanoTime() - requested));
        } catch (IOException e) {
            isDetached = true;
            listener.storeFailed(e);
        }
    }

    private void keep(FrameReader.Frame frame) {
        String name = frame.name();
        if (!files.isAcceptable(name)) {
            listener.problem(node.name(), "rejected bytes for a file of the name '" + name + "'");
            return;
        }
        try {
            long missing = files.append(name, frame.offset(), frame.payload());
            if (missing == NodeFiles.KEPT) {
                requestedNanos.remove(name);
            } else if (System.nanoTime() - requestedNanos.getOrDefault(name,
                    System.nanoTime() - 2 * REQUEST_AGAIN_NANOS) > REQUEST_AGAIN_NANOS) {
                requestedNanos.put(name, System.nanoTime());
                send("again " + name + " " + missing);
            }
        } catch (IOException e) {
            isDetached = true;
            listener.storeFailed(e);
        }
    }

    /** The relay repeats this frame every second. It counts as soon as no bytes of files are missing. */
    private void end(FrameReader.Frame frame) throws IOException {
        if (end == null && requestedNanos.isEmpty()) {
            Fields answer = Fields.ofAnswer(json(frame), "the relay on " + node.name());
            ServerEnd known = ServerEnd.of(answer);
            finish(known.with(files.dropped(answer.numberOr("keeper", -1), known.dropped().events())));
        }
    }

    private void finish(ServerEnd with) {
        end = with;
        listener.ended(node.name(), with);
    }

    private void endUnknown(String why) {
        finish(ServerEnd.unknown(why).with(files.dropped(-1, 0)));
    }
}
