package runbench.measure.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import runbench.align.run.Announcements;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.base.error.ExceptionTranslator;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.base.process.OutputFollower;
import runbench.base.quantity.Units;
import runbench.measure.cluster.Launchers.Pause;
import runbench.measure.machine.SignalHandlers;
import runbench.sampler.run.Signal;

/**
 * The frame of a run on many nodes: its folder, its record, its signals and the end of its recordings. Subclasses start
 * and follow the processes.
 */
abstract class HostedRun {
    static final long POLL_MILLIS = 10;
    /** Limit between the first and the last report of a rank or program, ms. */
    static final long RANKS_MILLIS = 120_000;
    /** Limit between the launcher's end and the end of the last recording, in s; $RB_CLUSTER_FINISH replaces it. */
    private static final long ENDS_SECONDS = 15;
    private static final String ENDS = "RB_CLUSTER_FINISH";
    /** Time after which the reason for waiting is reported, ms. */
    private static final long SILENT_MILLIS = 1_000;

    final ClusterRequest request;
    final ClusterObserver observer;
    final NodeBundle bundle = NodeBundle.built();
    private long endsSeconds = endsSeconds();

    HostedRun(ClusterRequest request, ClusterObserver observer) {
        this.request = request;
        this.observer = observer;
    }

    /** Creates the folders of the processes and returns the record of the beginning run. */
    abstract ClusterRecord prepare(ClusterFolder folder, Instant begin) throws IOException;

    /**
     * Starts the processes on this host that start the ranks or programs.
     *
     * @return copies of output to show; they are closed at the end of the run
     */
    abstract List<OutputFollower> start(ClusterFolder folder) throws IOException;

    /** Follows the run to the end of the last recording and returns its final record. */
    abstract ClusterRecord follow(ClusterFolder folder, ClusterRecord record) throws IOException;

    /** Ends the processes after an error. */
    abstract void abandon(ClusterFolder folder);

    /** Returns the word for one of the measured processes: rank or program. */
    abstract String member();

    /** Handles a signal to this process; called on a thread of its own. */
    abstract void received(Signal signal, ClusterFolder folder);

    /**
     * Runs to the end.
     *
     * @return the run, also if something failed
     * @throws RunbenchException nothing was started
     */
    public ClusterRun run() throws IOException {
        bundle.require(request);
        Instant begin = Instant.now();
        List<String> sampler = request.countingOptions();
        ClusterFolder folder = request.folder(begin);
        try (FolderClaim claim = FolderClaim.of(folder.path())) {
            ClusterRequest.requireNoRun(folder.path());
            return run(folder, begin, sampler);
        }
    }

    private ClusterRun run(ClusterFolder folder, Instant begin, List<String> sampler) throws IOException {
        Files.createDirectories(folder.hosts());
        Files.write(folder.samplerArguments(), sampler);
        ClusterRecord record = prepare(folder, begin);
        ClusterRun.write(folder, record);
        List<OutputFollower> followers = List.of();
        try (SignalHandlers handlers = SignalHandlers.open(signal -> received(signal, folder))) {
            followers = start(folder);
            ClusterRecord ended = follow(folder, record);
            ClusterRun.write(folder, ended);
            return new ClusterRun(folder, ended);
        } catch (Throwable e) { // an Error too: cluster.json must hold the end of the run
            failed(e, folder, record);
            throw e;
        } finally {
            endNodes(folder);
            followers.forEach(OutputFollower::close);
            observer.progress().close();
        }
    }

    private void failed(Throwable why, ClusterFolder folder, ClusterRecord record) {
        try {
            abandon(folder);
            ClusterRun.write(folder,
                    new RecordDraft(record)
                            .ended(ClusterState.FAILED, ExceptionTranslator.translate(why).getMessage(), null)
                            .record());
        } catch (IOException | RuntimeException e) {
            why.addSuppressed(e);
        }
    }

    static List<String> otherHosts(List<Announcements.Report> ranks, String own) {
        return ranks.stream()
                .filter(r -> !r.rank().clockId().equals(own))
                .map(Announcements.Report::host)
                .distinct()
                .toList();
    }

    /** Replaces the limit between the launcher's end and the end of the last recording, s. */
    final void limitEnds(long seconds) {
        endsSeconds = seconds;
    }

    /** Waits for the final file that each rank's keeper writes after its recording is complete. */
    final void awaitRecordings(Announcements announced) throws IOException {
        long begin = System.nanoTime();
        boolean told = false;
        for (long missing = notEnded(announced); missing > 0; missing = notEnded(announced)) {
            long waited = System.nanoTime() - begin;
            if (waited > TimeUnit.SECONDS.toNanos(endsSeconds) || !Pause.millis(POLL_MILLIS)) {
                return;
            }
            if (!told && waited > TimeUnit.MILLISECONDS.toNanos(SILENT_MILLIS)) {
                observer.step("waiting up to " + endsSeconds + " s for the recordings of "
                        + Units.counted(missing, member()));
                told = true;
            }
        }
    }

    private static long notEnded(Announcements announced) throws IOException {
        return announced.ranks().stream().filter(r -> !r.ended()).count();
    }

    private static long endsSeconds() {
        String asked = System.getenv(ENDS);
        if (asked == null) {
            return ENDS_SECONDS;
        }
        if (!asked.matches("\\d{1,6}")) {
            throw RunbenchException.badInput(ENDS + "=" + asked + ": not a number of seconds")
                    .remedy("export " + ENDS + "=60");
        }
        return Long.parseLong(asked);
    }

    static void endNodes(ClusterFolder folder) throws IOException {
        if (!Files.exists(folder.end())) {
            Files.createFile(folder.end());
        }
    }
}
