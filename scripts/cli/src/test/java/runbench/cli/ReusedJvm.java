package runbench.cli;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import runbench.cli.output.StandardOutput;

/**
 * A process of its own that executes one command line after another: most of a short command's time is the start of its
 * JVM. For tests that need whole runs, but neither a terminal, standard input nor options of the JVM. A signal that a
 * command handles leaves the process for further commands.
 */
public final class ReusedJvm implements Closeable {
    private static final String END = "\0end of the command\0";
    private static final long LIMIT_SECONDS = 120;

    private final Path folder = Files.createTempDirectory("runbench-reused");
    private final Process process;
    private final SocketChannel channel;
    private final DataInputStream codes;
    private final DataOutputStream commands;
    private final Collector out;
    private final Collector err;

    /** @param code exit code */
    public record Ended(int code, String out, String err) {}

    /**
     * Starts the process.
     *
     * @param builder a command {@code java} that lacks the main class; its class path has the tests' classes. If it
     *     redirects the error stream, the output is both.
     */
    public ReusedJvm(ProcessBuilder builder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path socket = folder.resolve("socket");
        boolean merged = builder.redirectErrorStream();
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rwxrwxrwx"));
            builder.command().addAll(List.of(Server.class.getName(), socket.toString(), String.valueOf(merged)));
            process = builder.redirectInput(Path.of("/dev/null").toFile()).start();
            out = new Collector(process.getInputStream());
            err = merged ? null : new Collector(process.getErrorStream());
            // If the process ends before it connects, nothing else ends the wait.
            CompletableFuture<Void> unused = process.onExit().thenRun(() -> closeQuietly(server));
            channel = server.accept();
            // Most of these objects live until the tests' process ends.
            Files.delete(socket);
            Files.delete(folder);
        } catch (IOException e) {
            close();
            throw e;
        }
        codes = new DataInputStream(Channels.newInputStream(channel));
        commands = new DataOutputStream(Channels.newOutputStream(channel));
    }

    /** Executes a command line. Outputs of an earlier command's descendants may precede its output. */
    public Ended execute(List<String> arguments) throws IOException {
        out.reset();
        if (err != null) {
            err.reset();
        }
        commands.writeInt(arguments.size());
        for (String argument : arguments) {
            commands.writeUTF(argument);
        }
        commands.flush();
        String printed = out.await(arguments);
        String errors = err == null ? "" : err.await(arguments);
        return new Ended(codes.readInt(), printed, errors);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the process, for example to send it a signal while it executes a command. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
        if (process != null) {
            process.destroy();
        }
        Files.deleteIfExists(folder.resolve("socket"));
        Files.deleteIfExists(folder);
    }

    private static void closeQuietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException ignored) {
            // Nothing was written to it.
        }
    }

    /** Reads a stream of the process up to the end of each command. */
    private final class Collector {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean closed;

        Collector(InputStream stream) {
            Thread reader = new Thread(() -> read(stream), "output of a reused JVM");
            reader.setDaemon(true);
            reader.start();
        }

        private void read(InputStream stream) {
            byte[] buffer = new byte[1 << 16];
            try {
                for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                    synchronized (this) {
                        bytes.write(buffer, 0, n);
                        notifyAll();
                    }
                }
            } catch (IOException endOfStream) {
                // As below.
            }
            synchronized (this) {
                closed = true;
                notifyAll();
            }
        }

        synchronized void reset() {
            bytes.reset();
        }

        synchronized String await(List<String> arguments) throws IOException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
            while (true) {
                String text = bytes.toString(StandardCharsets.UTF_8);
                int length = text.indexOf(END);
                if (length >= 0) {
                    return text.substring(0, length);
                }
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (closed || left <= 0) {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                    throw new AssertionError("runbench " + String.join(" ", arguments)
                            + (closed ? " ended its JVM: " : " did not end: ") + text);
                }
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException(e);
                }
            }
        }
    }

    /** The main class of the process. */
    static final class Server {
        private Server() {
        }

        /** @param args socket, and whether both streams are one */
        public static void main(String[] args) throws IOException {
            StandardOutput.install();
            try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(args[0]))) {
                DataInputStream commands = new DataInputStream(Channels.newInputStream(channel));
                DataOutputStream codes = new DataOutputStream(Channels.newOutputStream(channel));
                while (true) {
                    String[] words = new String[commands.readInt()];
                    for (int i = 0; i < words.length; i++) {
                        words[i] = commands.readUTF();
                    }
                    int code = Main.execute(words);
                    System.out.print(END);
                    System.out.flush();
                    if (!Boolean.parseBoolean(args[1])) {
                        System.err.print(END);
                        System.err.flush();
                    }
                    codes.writeInt(code);
                    codes.flush();
                }
            } catch (EOFException noFurtherCommand) {
                System.exit(0);
            }
        }
    }
}
