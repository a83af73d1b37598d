package runbench.sync.keep;

import java.io.IOException;
import java.io.InputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.file.PrivateFile;

/**
 * A permission for one window at the start and one whenever a program calls {@code rb_sync_window()}. Requests that
 * arrive during a window share it. The protocol is defined in {@code native/eventlog/window.c}. A request needs the
 * token of the file {@value #SERVICE_FILE}, which only the user can read.
 */
public final class WindowRequests implements Permission {
    /** Name of the file with the addresses and the token, beside the models. */
    public static final String SERVICE_FILE = "windows.service";
    private static final long PAUSE_NS = 5_000_000L;
    private static final int TOKEN_BYTES = 16;
    private static final int MAX_REQUEST_BYTES = 1024;
    /** Maximum duration of sending a request or receiving an answer, ms. */
    private static final int SOCKET_TIMEOUT_MILLIS = 5000;
    /** Threads that read requests and write answers; a waiting request needs none. */
    private static final int THREADS = 8;
    private static final int BACKLOG = 4096;

    private final Path folder;
    private final String reference;
    private final Set<String> nodes;
    private final String token;
    private final ServerSocket server;
    private final ExecutorService workers = Executors.newFixedThreadPool(THREADS, WindowRequests::daemon);
    /** Requests without an answer; guarded by this. */
    private final List<Request> waiting = new ArrayList<>();
    private boolean started;
    private boolean measuring;

    /** A program that waits. */
    private static final class Request {
        private final Socket socket;
        /** Node whose model the program uses. */
        private final String node;
        /** Time of the model file at the request. */
        private final FileTime before;
        /** Whether the request arrived before the current window. */
        private boolean precedesWindow;

        Request(Socket socket, String node, FileTime before) {
            this.socket = socket;
            this.node = node;
            this.before = before;
        }
    }

    private WindowRequests(Path folder, String reference, List<String> nodes) throws IOException {
        this.folder = folder;
        this.reference = reference;
        this.nodes = Set.copyOf(nodes);
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        token = HexFormat.of().formatHex(random);
        server = new ServerSocket(0, BACKLOG);
    }

    /**
     * Begins to listen at a free port. The file appears after the first window, when models exist.
     *
     * @param folder folder of the models
     * @param reference name of this host in the models
     * @param nodes names of the measured nodes
     * @throws RunbenchException (machine) the port cannot be opened
     */
    public static WindowRequests listen(Path folder, String reference, List<String> nodes) {
        try {
            WindowRequests all = new WindowRequests(folder, reference, nodes);
            daemon(all::accept).start();
            return all;
        } catch (IOException e) {
            throw RunbenchException.machine("--on-demand=programs: cannot listen for requests: " + e.getMessage())
                    .causedBy(e);
        }
    }

    /** Programs decide when the network is free; at the end they may be using it. */
    @Override
    public boolean allowsClosingWindow() {
        return false;
    }

    @Override
    public Answer ask(long now, long due, long begun, long length) {
        if (measuring) {
            measuring = false;
            answerAll();
            if (!started) {
                started = true;
                publish();
            }
        }
        // The first window makes the models that programs open.
        measuring = !started || isWanted();
        return measuring ? Answer.go(now) : Answer.askAgain(now + PAUSE_NS);
    }

    private synchronized boolean isWanted() {
        waiting.forEach(request -> request.precedesWindow = true);
        return !waiting.isEmpty();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                workers.execute(() -> receive(socket));
            } catch (IOException | RejectedExecutionException closed) {
                // The loop ends if the server is closed. Otherwise the caller of this connection has gone.
            }
        }
    }

    private void receive(Socket socket) {
        try {
            socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
            String[] word = line(socket.getInputStream()).split(" ", 4);
            if (word.length != 4 || !word[0].equals("window") || !word[1].equals("1") || !isToken(word[2])) {
                answer(socket, "failed the request is not accepted; open the folder of the running measurement", null);
            } else if (!word[3].equals(reference) && !nodes.contains(word[3])) {
                answer(socket, "failed node '" + word[3] + "' is not measured, only " + String.join(", ", nodes), null);
            } else {
                Request request = new Request(socket, word[3], modelTime(word[3]));
                synchronized (this) {
                    waiting.add(request);
                }
            }
        } catch (IOException e) {
            close(socket);
        }
    }

    private static String line(InputStream in) throws IOException {
        byte[] text = new byte[MAX_REQUEST_BYTES];
        int size = 0;
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0 || size == text.length) {
                throw new IOException("not a request");
            }
            text[size++] = (byte) c;
        }
        return new String(text, 0, size, StandardCharsets.UTF_8);
    }

    private boolean isToken(String word) {
        return MessageDigest.isEqual(word.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the time of the node's model file; of 1970 for the reference, or if there is no file. */
    private FileTime modelTime(String node) throws IOException {
        try {
            return node.equals(reference) ? FileTime.fromMillis(0) : Files.getLastModifiedTime(model(node));
        } catch (NoSuchFileException e) {
            return FileTime.fromMillis(0);
        }
    }

    private Path model(String node) {
        return folder.resolve(node + ".model.json");
    }

    private void answerAll() {
        List<Request> all;
        synchronized (this) {
            all = List.copyOf(waiting);
            waiting.clear();
        }
        all.forEach(request -> workers.execute(() -> answer(request)));
    }

    private void answer(Request request) {
        try {
            if (request.node.equals(reference)) {
                answer(request.socket, "ok 0", null);
            } else if (!modelTime(request.node).equals(request.before)) {
                byte[] now = Files.readAllBytes(model(request.node));
                answer(request.socket, "ok " + now.length, now);
            } else if (request.precedesWindow) {
                answer(request.socket, "failed node '" + request.node + "' did not answer in the window", null);
            } else {
                // It arrived after the model had been written: the next window is its own.
                synchronized (this) {
                    waiting.add(request);
                }
            }
        } catch (IOException e) {
            close(request.socket);
        }
    }

    private static void answer(Socket socket, String line, byte[] content) throws IOException {
        try (socket) {
            socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            if (content != null) {
                socket.getOutputStream().write(content);
            }
        }
    }

    private void publish() {
        try {
            StringBuilder text = new StringBuilder("runbench windows 1\ntoken " + token + "\n");
            for (String address : addresses()) {
                text.append("listen ").append(address).append(' ').append(server.getLocalPort()).append('\n');
            }
            Path file = folder.resolve(SERVICE_FILE);
            // The file of an earlier measurement may have another mode.
            Files.deleteIfExists(file);
            PrivateFile.reserve(file);
            OutputFile.write(file, text.toString());
        } catch (IOException e) {
            throw RunbenchException.machine(folder.resolve(SERVICE_FILE) + ": cannot be written: " + e.getMessage())
                    .causedBy(e);
        }
    }

    /** Returns the numeric addresses of this host, loopback last. Link-local ones would need the name of a device. */
    private static List<String> addresses() throws IOException {
        List<InetAddress> all = new ArrayList<>();
        for (NetworkInterface device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            if (device.isUp()) {
                device.getInterfaceAddresses().stream().map(InterfaceAddress::getAddress).forEach(all::add);
            }
        }
        return all.stream()
                .filter(address -> !address.isLinkLocalAddress())
                .sorted(Comparator.comparing(InetAddress::isLoopbackAddress)
                        .thenComparing(address -> address instanceof Inet6Address))
                .map(address -> address.getHostAddress().replaceAll("%.*", ""))
                .toList();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The program has gone.
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "requests of windows");
        thread.setDaemon(true);
        return thread;
    }

    /** Ends the service: removes the file and refuses the requests without an answer. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(folder.resolve(SERVICE_FILE));
            server.close();
        } catch (IOException e) {
            // The file of a service that has ended leads to a refused connection.
        }
        List<Request> all;
        synchronized (this) {
            all = List.copyOf(waiting);
            waiting.clear();
        }
        for (Request request : all) {
            try {
                answer(request.socket, "failed the measurement ended", null);
            } catch (IOException e) {
                close(request.socket);
            }
        }
        workers.shutdown();
    }
}
