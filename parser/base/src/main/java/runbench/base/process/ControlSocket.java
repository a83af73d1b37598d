package runbench.base.process;

import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The listening end of a helper's control channel, in a folder that only this user can enter. The caller closes it
 * after the helper has connected, which removes the socket and the folder.
 */
final class ControlSocket implements AutoCloseable {
    /** The candidate folders. A socket's path has at most 107 bytes, and the path of the first folder may be longer. */
    private static final List<String> FOLDERS = Stream.of(System.getProperty("java.io.tmpdir"), "/tmp", "/dev/shm")
            .distinct()
            .toList();

    private final Path path;
    private final ServerSocketChannel server;

    private ControlSocket(Path path, ServerSocketChannel server) {
        this.path = path;
        this.server = server;
    }

    /**
     * Opens a socket in the first folder that accepts one.
     *
     * @throws IOException no folder for temporary files accepts a socket; the message names the last folder and the
     *     reason
     */
    static ControlSocket open() throws IOException {
        IOException failure = new IOException("there is no folder for temporary files");
        for (String folder : FOLDERS) {
            try {
                return in(Path.of(folder));
            } catch (IOException e) {
                failure = new IOException("no control socket in " + folder + ": " + e.getMessage(), e);
            }
        }
        throw failure;
    }

    private static ControlSocket in(Path folder) throws IOException {
        Path path = Files.createTempDirectory(folder, "runbench-").resolve("control");
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            return new ControlSocket(path, server.bind(UnixDomainSocketAddress.of(path), 1));
        } catch (IOException e) {
            server.close();
            remove(path);
            throw e;
        }
    }

    Path path() {
        return path;
    }

    /**
     * Waits until the helper has connected.
     *
     * @return a stream that discards its input if the helper ended first; the helper's exit status then gives the
     *     reason
     */
    @SuppressWarnings("FutureReturnValueIgnored")
    OutputStream accept(Process helper) throws IOException {
        helper.onExit().thenRun(this::closeServer);
        try {
            return Channels.newOutputStream(server.accept());
        } catch (ClosedChannelException e) {
            return OutputStream.nullOutputStream();
        }
    }

    private void closeServer() {
        try {
            server.close();
        } catch (IOException e) {
            // No further connection is expected.
        }
    }

    @Override
    public void close() {
        closeServer();
        remove(path);
    }

    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
            Files.deleteIfExists(path.getParent());
        } catch (IOException e) {
            // An empty temporary folder remains.
        }
    }
}
