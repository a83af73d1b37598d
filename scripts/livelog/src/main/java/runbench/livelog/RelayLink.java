package runbench.livelog;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.json.Json;
import runbench.base.process.RawText;
import runbench.base.process.StderrTail;
import runbench.base.process.WatchedThread;
import runbench.livelog.frame.Frame;
import runbench.livelog.frame.FrameReader;
import runbench.sync.window.Node;

/**
 * One server: the process and the pipe by which its relay is reached. A line that breaks is tied again; what the relay
 * could not send meanwhile waits in its spool.
 */
final class RelayLink {
    private static final int MOST_TRIES = 5;
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long END_MILLIS = 2000;
    private static final long ASK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Told by the link's own thread. */
    interface Listener {
        void frontier(String node, long clockNanos);

        /** Nothing more comes. */
        void ended(String node, ServerEnd end);

        /** Nothing comes until it is {@link #connected} again; it is tried. */
        void broke(String node, String why);

        /** @param realtimeMinusClockNanos CLOCK_REALTIME - CLOCK_MONOTONIC there, ns */
        void connected(String node, long realtimeMinusClockNanos);

        /** It goes on. */
        void problem(String node, String what);

        /** The link's thread died of a defect: nothing more comes, and how the server ends is not known. */
        void failed(String node, Throwable why);

        /** What came cannot be kept: nothing more is taken from anywhere. */
        void storeFailed(IOException why);
    }

    private final Node node;
    private final RelayCommands commands;
    private final NodeFiles files;
    private final NodeIntake intake;
    private final Listener listener;
    private final CountDownLatch answered = new CountDownLatch(1);
    private final Map<String, Long> askedNanos = new HashMap<>();
    private volatile Process process;
    private volatile boolean ready;
    private volatile boolean gone;
    private volatile boolean detached;
    private volatile boolean over;
    private volatile String failure;
    private ServerEnd end;
    private FrameReader reader;
    private int tries;

    RelayLink(Node node, RelayCommands commands, NodeFiles files, NodeIntake intake, Listener listener) {
        this.node = node;
        this.commands = commands;
        this.files = files;
        this.intake = intake;
        this.listener = listener;
    }

    Node node() {
        return node;
    }

    /** @param again the server runs already, or ran: what the store has not is fetched */
    void start(boolean again) {
        gone = again;
        WatchedThread.start("relay-" + node.name(), () -> run(again), why -> {
            failure = "internal error: " + why;
            answered.countDown();
            listener.failed(node.name(), why);
        });
    }

    /** Waits until the relay is there. @return null, or why it is not */
    String awaitReady(long millis) throws InterruptedException {
        if (!answered.await(millis, TimeUnit.MILLISECONDS)) {
            return node.name() + ": its relay was not ready within " + millis / 1000 + " s";
        }
        return ready ? null : node.name() + ": " + failure;
    }

    /** Lets the server go. */
    void go() {
        gone = true;
        send("go");
    }

    /** Asks the server to end. */
    void stop() {
        send("stop");
    }

    /** All is stored: nothing need wait on the node any more. */
    void done() {
        over = true;
        send("done");
        letGo();
    }

    /** Lets go of the relay; the server goes on. */
    void detach() {
        detached = true;
        over = true;
        letGo();
    }

    private void letGo() {
        Process p = process;
        if (p != null) {
            try {
                p.getOutputStream().close();
            } catch (IOException e) {
                // It has ended.
            }
        }
    }

    /** Waits for the end of the process that leads to the relay. */
    void awaitGone(long millis) throws InterruptedException {
        Process p = process;
        if (p != null && !p.waitFor(millis, TimeUnit.MILLISECONDS)) {
            p.destroyForcibly();
        }
    }

    /** Of the process here that leads to the relay. */
    long pid() {
        Process p = process;
        return p == null ? -1 : p.pid();
    }

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
            // Its reader sees that it ended.
        }
    }

    private void run(boolean again) {
        boolean attach = again;
        while (!over) {
            String why = once(attach);
            if (over || end != null) {
                break;
            }
            if (!gone) {
                failure = why;
                break;
            }
            attach = true;
            if (++tries > MOST_TRIES) {
                lost("it cannot be reached any more: " + why);
                break;
            }
            listener.broke(node.name(), why);
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

    /** One connection. @return why it ended */
    private String once(boolean attach) {
        Process p = null;
        try {
            p = new ProcessBuilder(RawText.startable(attach ? commands.attach(node) : commands.start(node))).start();
            StderrTail errors = new StderrTail(p.getErrorStream(), "errors-" + node.name());
            reader = new FrameReader(p.getInputStream());
            process = p;
            if (over) {
                letGo();
            }
            String why = read(attach);
            int status = end(p);
            String said = errors.text();
            return why != null ? why : "its way ended with " + status + (said.isEmpty() ? "" : ": " + said);
        } catch (IOException e) {
            return e.getMessage();
        } catch (RunbenchException e) {
            // A relay of another version: another connection would bring the same answer.
            if (gone) {
                lost(e.getMessage());
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
        if (!p.waitFor(END_MILLIS, TimeUnit.MILLISECONDS)) {
            p.destroyForcibly();
        }
        return p.waitFor();
    }

    /** @return why nothing more can come over this connection; null: it ended */
    private String read(boolean attach) throws IOException {
        for (Frame frame = reader.next(); frame != null; frame = reader.next()) {
            switch (frame.kind()) {
                case READY -> ready(attach, Fields.ofAnswer(json(frame), "the relay on " + node.name()));
                case BYTES -> keep(frame);
                case FRONTIER -> listener.frontier(node.name(), frame.offset());
                case END -> end(frame);
                default -> {
                    return json(frame).getOrDefault("message", "it failed").toString();
                }
            }
            if (detached) {
                return "let go";
            }
        }
        return null;
    }

    private static Map<String, Object> json(Frame frame) throws IOException {
        return Json.object(new String(frame.payload(), StandardCharsets.UTF_8));
    }

    private void ready(boolean attach, Fields said) throws IOException {
        long realtimeMinusClockNanos = said.number("realtime_minus_clock_ns");
        if (attach) {
            for (Map.Entry<String, Long> e : files.lengths().entrySet()) {
                send("again " + e.getKey() + " " + e.getValue());
            }
            send("go");
            tries = 0;
        }
        ready = true;
        listener.connected(node.name(), realtimeMinusClockNanos);
        answered.countDown();
    }

    private void keep(Frame frame) {
        String name = frame.name();
        if (!files.acceptable(name)) {
            listener.problem(node.name(), "refused bytes for a file called '" + name + "'");
            return;
        }
        try {
            long missing = files.append(name, frame.offset(), frame.payload());
            if (missing < 0) {
                askedNanos.remove(name);
            } else if (System.nanoTime()
                    - askedNanos.getOrDefault(name, System.nanoTime() - 2 * ASK_AGAIN_NANOS) > ASK_AGAIN_NANOS) {
                askedNanos.put(name, System.nanoTime());
                send("again " + name + " " + missing);
            }
        } catch (IOException e) {
            detached = true;
            listener.storeFailed(e);
        }
    }

    /** Said once a second until it is heard; what is missing of files comes in between. */
    private void end(Frame frame) throws IOException {
        if (end == null && askedNanos.isEmpty()) {
            Fields said = Fields.ofAnswer(json(frame), "the relay on " + node.name());
            ServerEnd known = ServerEnd.of(said);
            finish(known.with(intake.dropped(said.numberOr("keeper", -1), known.dropped().events())));
        }
    }

    private void finish(ServerEnd with) {
        end = with;
        listener.ended(node.name(), with);
    }

    private void lost(String why) {
        finish(ServerEnd.lost(why).with(intake.dropped(-1, 0)));
    }
}
