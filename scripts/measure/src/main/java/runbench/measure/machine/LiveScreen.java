package runbench.measure.machine;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;

/**
 * The whole terminal for a view that changes: the second screen of the terminal, without echo. Every end restores the
 * terminal: a guard process does so if this one is killed. Ctrl-Z restores it too, until fg.
 */
public final class LiveScreen implements AutoCloseable {
    private static final File TTY = new File("/dev/tty");
    private static final String ENTER = "\033[?1049h\033[?25l\033[2J";
    private static final String LEAVE = "\033[?25h\033[?1049l";
    private static final String DONE = "done";
    /** Waits until its input ends; restores the terminal unless it was told that this has been done. */
    private static final String GUARD = "trap '' INT TERM HUP QUIT TSTP TTOU TTIN; read done; [ \"$done\" = " + DONE
            + " ] || { stty \"$0\" < /dev/tty; printf %s '" + LEAVE + "' > /dev/tty; }";
    private static final int DEFAULT_COLUMNS = 80;
    private static final int DEFAULT_ROWS = 24;

    private final OutputStream out;
    private final String savedSettings;
    private final Charset charset;
    private final Process guard;
    private final Runnable redraw;
    private final Thread hook = new Thread(this::restore, "terminal-restore");
    private final sun.misc.SignalHandler beforeResize;
    private final sun.misc.SignalHandler beforeStop;
    private int columns = DEFAULT_COLUMNS;
    private int rows = DEFAULT_ROWS;
    private boolean isOpen = true;

    /**
     * Opens the screen.
     *
     * @param keys receives each typed character
     * @param redraw draws the view again: the terminal has another size, or continues
     * @throws RunbenchException (bad input) there is no terminal
     */
    public LiveScreen(IntConsumer keys, Runnable redraw) {
        this.redraw = redraw;
        charset = isUnicode() ? StandardCharsets.UTF_8 : StandardCharsets.US_ASCII;
        try {
            savedSettings = stty("-g");
            out = new FileOutputStream(TTY);
            guard = new ProcessBuilder("sh", "-c", GUARD, savedSettings).redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            Runtime.getRuntime().addShutdownHook(hook);
            enter();
        } catch (IOException e) {
            throw none(IoReason.of(e)).causedBy(e);
        }
        beforeResize = sun.misc.Signal.handle(new sun.misc.Signal("WINCH"), s -> resized());
        beforeStop = sun.misc.Signal.handle(new sun.misc.Signal("TSTP"), s -> stopped());
        Thread reader = new Thread(() -> readKeys(keys), "keys");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Checks that there is a terminal.
     *
     * @param isShown whether standard error is a terminal
     * @throws RunbenchException (bad input) it is none, or this process has no terminal
     */
    public static void requireTerminal(boolean isShown) {
        if (!isShown) {
            throw none("standard error is none");
        }
        try (FileInputStream terminal = new FileInputStream(TTY)) {
            stty("-g");
        } catch (IOException e) {
            throw none(IoReason.of(e)).causedBy(e);
        }
    }

    /** Returns whether standard input is a terminal, whose keys the screen receives. */
    public static boolean isStandardInput() {
        try {
            Path input = Path.of("/proc/self/fd/0").toRealPath();
            return input.startsWith("/dev/pts") || input.toString().startsWith("/dev/tty");
        } catch (IOException e) {
            return false; // a pipe, or closed
        }
    }

    private static RunbenchException none(String why) {
        return RunbenchException.badInput("--live needs a terminal: " + why)
                .remedy("print a row per interval instead: -I 1s; or write them to a file: -I 1s --csv=FILE");
    }

    /** Returns whether the locale of the terminal is UTF-8. */
    public static boolean isUnicode() {
        String locale = System.getenv("LC_ALL");
        locale = locale == null || locale.isEmpty() ? System.getenv("LC_CTYPE") : locale;
        locale = locale == null || locale.isEmpty() ? System.getenv("LANG") : locale;
        return locale != null && locale.toLowerCase(Locale.ROOT).replace("-", "").contains("utf8")
                && System.getProperty("runbench.lc_all") == null;
    }

    public synchronized int columns() {
        return columns;
    }

    public synchronized int rows() {
        return rows;
    }

    /** Replaces the whole view. Nothing is drawn after the end. */
    public synchronized void draw(List<String> lines) {
        if (!isOpen) {
            return;
        }
        StringBuilder text = new StringBuilder("\033[H");
        for (int i = 0; i < lines.size(); i++) {
            text.append(i == 0 ? "" : "\r\n").append(lines.get(i)).append("\033[K");
        }
        write(text.append("\033[J").toString());
    }

    private void write(String text) {
        try {
            out.write(text.getBytes(charset));
        } catch (IOException e) {
            // The terminal has been closed: SIGHUP ends the measurement.
        }
    }

    /** Disables echo and the line buffer; signals of keys remain. */
    private synchronized void enter() throws IOException {
        stty("-icanon", "-echo", "min", "0", "time", "2");
        readSize();
        write(ENTER);
    }

    private void readSize() throws IOException {
        String[] size = stty("size").split(" ");
        try {
            int newRows = Integer.parseInt(size[0]);
            int newColumns = Integer.parseInt(size[1]);
            rows = newRows > 0 ? newRows : DEFAULT_ROWS;
            columns = newColumns > 0 ? newColumns : DEFAULT_COLUMNS;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("stty size printed '" + String.join(" ", size) + "'", e);
        }
    }

    private static String stty(String... arguments) throws IOException {
        String[] words = new String[arguments.length + 1];
        words[0] = "stty";
        System.arraycopy(arguments, 0, words, 1, arguments.length);
        Process process = new ProcessBuilder(words).redirectInput(TTY).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IOException(printed);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return printed;
    }

    private void readKeys(IntConsumer keys) {
        try (FileInputStream in = new FileInputStream(TTY)) {
            while (isOpen()) {
                int key = in.read(); // -1 after 0.2 s without a key
                if (key >= 0 && isOpen()) {
                    keys.accept(key);
                } else if (key < 0) {
                    TimeUnit.MILLISECONDS.sleep(20); // read() of a closed terminal does not wait
                }
            }
        } catch (IOException e) {
            // The terminal has been closed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isOpen() {
        return isOpen;
    }

    private void resized() {
        synchronized (this) {
            if (!isOpen) {
                return;
            }
            try {
                readSize();
            } catch (IOException e) {
                return; // the old size remains
            }
        }
        redraw.run();
    }

    /** Leaves the screen, stops this process, and enters the screen again when it continues. */
    private void stopped() {
        synchronized (this) {
            if (!isOpen) {
                return;
            }
            leave();
            try {
                stopThisProcess();
                enter();
            } catch (IOException e) {
                return; // continued without a terminal: bg after the end of the shell
            }
        }
        redraw.run();
    }

    /** Stops this process until SIGCONT. The JVM cannot stop itself: it does not send signals without a handler. */
    private static void stopThisProcess() throws IOException {
        Process kill = new ProcessBuilder("sh", "-c", "kill -STOP " + ProcessHandle.current().pid()).start();
        try {
            kill.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void leave() {
        write(LEAVE);
        try {
            stty(savedSettings);
        } catch (IOException e) {
            // The terminal has been closed.
        }
    }

    private synchronized void restore() {
        if (!isOpen) {
            return;
        }
        isOpen = false;
        leave();
        try (OutputStream told = guard.getOutputStream()) {
            told.write((DONE + "\n").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // The guard has been killed.
        }
    }

    @Override
    public void close() {
        if (!isOpen()) {
            return;
        }
        restore();
        sun.misc.Signal.handle(new sun.misc.Signal("WINCH"), beforeResize);
        sun.misc.Signal.handle(new sun.misc.Signal("TSTP"), beforeStop);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // The hook runs, and has nothing to do.
        }
    }
}
