package runbench.base.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Prints what a program writes into a file, while it writes: the program itself is not slowed down, as it would be by a
 * pipe that somebody has to empty.
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

    /** Of a file that may not be there yet. */
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
            return; // not begun
        }
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        try (FileChannel in = FileChannel.open(file)) {
            for (int n = in.read(bytes, printed); n > 0; n = in.read(bytes.clear(), printed)) {
                to.write(bytes.array(), 0, n);
                printed += n;
            }
            to.flush();
        } catch (IOException e) {
            ended = true; // nobody reads it any more, or nobody can: the file is kept all the same
        }
    }

    /** The program has ended: prints the rest. */
    @Override
    public void close() {
        synchronized (this) { // not by an interrupt, which would close the file in the middle of a read
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
