package runbench.sync.tree;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import runbench.base.error.ExitCode;
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;
import runbench.sync.window.Answers;
import runbench.sync.window.Launcher;
import runbench.sync.window.OpenWindow;
import runbench.sync.window.WindowPlan;
import runbench.sync.window.RemoteWindow;
import runbench.sync.window.SyncWindow;

/** A tree of gateways during its measurement: programs are started once for any number of windows. */
public final class TreeSession implements AutoCloseable {
    private final ExecutorService executor = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "tree");
        thread.setDaemon(true);
        return thread;
    });
    private final TreeNode root;
    private final Station top;

    private TreeSession(TreeNode root, WindowPlan plan, Progress progress) {
        AtomicLong done = new AtomicLong();
        int all = root.below().size();
        this.root = root;
        this.top = Station.start(root, Launcher.HERE, plan, executor, () -> {
            synchronized (done) {
                progress.at(done.incrementAndGet(), all);
            }
        });
    }

    /**
     * Starts all programs; {@link #failures} returns those that did not start.
     *
     * @param root root of the tree
     * @param plan plan of the windows; reflectors need its key and scheduling
     * @param progress receives the number of machines that are ready or failed
     */
    public static TreeSession start(TreeNode root, WindowPlan plan, Progress progress) {
        return new TreeSession(root, plan, progress);
    }

    /** Returns the failures to start, by name. Machines below a failed gateway were not started. */
    public Map<String, String> failures() {
        return top.allFailures();
    }

    /**
     * Runs one window of the whole tree. All machines measure their children concurrently, each level's bursts in
     * the pauses of the others. Recordings on gateways are fetched after the end of all.
     *
     * @param plan plan of each machine; each uses its own clock
     * @param folder folder of the {@code NODE.xchg} files
     * @param progress receives the number of bursts finished by this host
     */
    public Answers window(WindowPlan plan, Path folder, Progress progress) throws IOException {
        List<OpenWindow> windows = new ArrayList<>();
        List<List<Station>> levels = top.levels();
        long pause = plan.windowNanos() / Math.max(1, plan.bursts() - 1) / levels.size();
        try {
            for (List<Station> level : levels) {
                for (Station station : level) {
                    if (!station.ready().isEmpty()) {
                        WindowPlan own = plan.withClock(station.machine().clock());
                        windows.add(open(station, station == top ? own : own.asking(Map.of()), folder, progress));
                    }
                }
                sleep(pause);
            }
        } catch (RunbenchException e) {
            windows.forEach(OpenWindow::stop);
            throw e;
        }
        Answers answers = OpenWindow.all(windows);
        Map<String, String> all = new HashMap<>(failures());
        all.putAll(answers.failures());
        levels.forEach(level -> level.forEach(station -> station.machine().children().forEach(child -> {
            String died = station.died(child.name());
            if (died != null && !station.isReachable()) {
                all.putIfAbsent(child.name(), died);
            } else if (died != null) {
                all.merge(child.name(), died, (what, why) -> what.contains(why) ? what : what + "; " + why);
            }
        })));
        return new Answers(answers.recordings(), all);
    }

    private OpenWindow open(Station station, WindowPlan plan, Path folder, Progress progress) throws IOException {
        return station == top ? SyncWindow.start(List.of(), plan, station.ready(), root.name(), folder, progress)
                : RemoteWindow.start(station.launcher(), station.machine().name(), station.machine().programs(), plan,
                        station.ready(), folder);
    }

    private static void sleep(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted; finished recordings are kept").causedBy(e);
        }
    }

    /** Ends every program of the tree. */
    @Override
    public void close() {
        top.close();
        executor.shutdownNow();
    }
}
