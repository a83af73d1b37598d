package runbench.base.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Copies a program's output from a file while the program writes it. Unlike a pipe, which a reader must empty, a file
 * does not slow the program down.
 */
public final class OutputFollower implements AutoCloseable {
    private static final long POLL_INTERVAL_MS = 100;

    private final Path file;
    private final OutputStream to;
    private final Thread follower = new Thread(this::follow, "program-output");
    private long printed;
    private volatile boolean ended;

    private OutputFollower(Path file, OutputStream to) {
        this.file = file;
        this.to = to;
    }

    /**
     * Starts to follow a file, which may not exist yet.
     *
     * @param file the program's output
     * @param to receives the output
     */
    public static OutputFollower start(Path file, OutputStream to) {
        OutputFollower f = new OutputFollower(file, to);
        f.follower.setDaemon(true);
        f.follower.start();
        return f;
    }

    private void follow() {
        while (!ended) {
            print();
            synchronized (this) {
                try {
                    wait(POLL_INTERVAL_MS);
                } catch (InterruptedException e) {
                    break;
                }
            }
        }
        print();
    }

    private void print() {
        if (!Files.exists(file)) {
            return; // the program has written no output yet
        }
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        try (FileChannel in = FileChannel.open(file)) {
            for (int n = in.read(bytes, printed); n > 0; n = in.read(bytes.clear(), printed)) {
                to.write(bytes.array(), 0, n);
                printed += n;
            }
            to.flush();
        } catch (IOException e) {
            ended = true; // the reader is gone, or the file cannot be read; the file is kept in both cases
        }
    }

    /** Prints the rest of the output. The program must have ended. */
    @Override
    public void close() {
        synchronized (this) { // not by an interrupt, which would close the file during a read
            ended = true;
            notifyAll();
        }
        boolean interrupted = false;
        while (follower.isAlive()) {
            try {
                follower.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
