package runbench.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import runbench.base.progress.Progress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.measure.machine.LiveScreen;
import runbench.measure.machine.SignalHandlers;
import runbench.measure.machine.TaskTimes;
import runbench.parser.interval.IntervalCounts;
import runbench.report.text.LiveText;
import runbench.sampler.run.Attachment;
import runbench.sampler.run.Signal;

/** The view of {@code sample --live}. It begins when the counters are open, and ends with the program. */
final class LiveView implements ProgressDisplay {
    private static final Path PROC = Path.of("/proc");

    private final LiveText text;
    private final boolean hasTasks;
    private LiveScreen screen;
    private long pid;
    private TaskTimes times = TaskTimes.NONE;
    private long readNanos;
    private long startNanos;
    private LiveText.Tasks tasks;
    private long samples;
    private boolean hasEnded;

    private LiveView(LiveText text, boolean hasTasks) {
        this.text = text;
        this.hasTasks = hasTasks;
    }

    /**
     * Creates a view that is not shown yet.
     *
     * @param command the program and its arguments; empty: none is started
     * @param attachment what is observed; null: a program is started
     */
    static LiveView of(List<String> command, Attachment attachment) {
        boolean overWall = attachment != null && attachment.kind() == Attachment.To.CPUS;
        return new LiveView(
                new LiveText(attachment == null ? String.join(" ", command) : attachment.words(),
                        LiveScreen.isUnicode(), overWall),
                attachment == null || attachment.kind() == Attachment.To.PROCESS);
    }

    /** Shows the view. */
    void started(long process) {
        synchronized (this) {
            pid = process;
            startNanos = System.nanoTime();
        }
        LiveScreen opened = new LiveScreen(this::typed, this::draw);
        synchronized (this) {
            screen = opened;
            readTasks();
        }
        draw();
    }

    private void typed(int key) {
        if (key == 'q' || key == 'Q') {
            try {
                SignalHandlers.raise(Signal.INT);
            } catch (IllegalArgumentException e) {
                SignalHandlers.raise(Signal.TERM); // SIGINT is ignored, as in a background job of a shell
            }
        }
    }

    synchronized void sampled(long count) {
        samples = count;
    }

    void add(IntervalCounts interval) {
        synchronized (this) {
            text.add(interval);
            readTasks();
        }
        draw();
    }

    private void readTasks() {
        if (!hasTasks) {
            return;
        }
        long now = System.nanoTime();
        List<Long> processes = Stream
                .concat(Stream.of(pid),
                        ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants).map(ProcessHandle::pid))
                .toList();
        TaskTimes read = TaskTimes.read(PROC, processes);
        tasks = new LiveText.Tasks(read.readyNanos().size(),
                now > readNanos && !times.readyNanos().isEmpty() ? read.readySince(times, now - readNanos) : 0);
        times = read;
        readNanos = now;
    }

    private void draw() {
        LiveScreen shown;
        List<String> lines;
        synchronized (this) {
            if (screen == null) {
                return;
            }
            shown = screen;
            lines = text.lines(new LiveText.State(System.nanoTime() - startNanos, samples, tasks), shown.columns(),
                    shown.rows());
        }
        shown.draw(lines);
    }

    /** Returns whether the program has ended: later steps show their progress as without a view. */
    synchronized boolean hasEnded() {
        return hasEnded;
    }

    @Override
    public Progress start(String what, String unit) {
        return Progress.NONE;
    }

    @Override
    public void close() {
        LiveScreen shown;
        synchronized (this) {
            shown = screen;
            screen = null;
            hasEnded = true;
        }
        if (shown != null) {
            shown.close();
        }
    }
}
