package runbench.base.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The end of a helper's output on standard error, kept for the error message if the helper fails. */
public final class StderrTail {
    private static final int MAX_CHARS = 2000;

    private final StringBuilder text = new StringBuilder();
    private final Thread reader;

    public StderrTail(InputStream in, String thread) {
        reader = new Thread(() -> drain(in), thread);
        reader.setDaemon(true);
        reader.start();
    }

    private void drain(InputStream in) {
        byte[] buffer = new byte[1024];
        try (in) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                synchronized (text) {
                    text.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
                    if (text.length() > MAX_CHARS) {
                        text.delete(0, text.length() - MAX_CHARS);
                    }
                }
            }
        } catch (IOException e) {
            // Only diagnostics are lost.
        }
    }

    public String text() {
        try {
            // A grandchild may still have the pipe open: wait at most 200 ms.
            reader.join(200);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (text) {
            return text.toString().strip();
        }
    }
}
