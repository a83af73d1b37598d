package runbench.measure.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import runbench.base.file.FolderClaim;
import runbench.base.home.ProjectHome;
import runbench.base.process.RawText;
import runbench.catalogue.Catalogue;
import runbench.catalogue.ResolveOptions;

/** Runs a planned batch from its first or next unfinished run to its summary. */
public final class UnattendedBatch {
    /**
     * A finished batch.
     *
     * @param folder folder of the batch
     * @param summary results of its runs
     * @param catalogue catalogue of the benchmarks
     * @param options options that selected the benchmarks
     */
    public record Finished(BatchFolder folder, BatchSummary summary, Catalogue catalogue, ResolveOptions options) {}

    private static final List<String> ARCHIVE_OPTIONS = List.of("-XX:SharedArchiveFile=", "-Xshare:", "-Xlog:cds");

    private final BatchFolder folder;
    private final Catalogue catalogue;
    private final ResolveOptions options;
    private final Distribution distribution;
    private final BatchObserver observer;

    /**
     * Creates a batch run.
     *
     * @param main main class of Runbench; each run is a process of its own
     */
    public UnattendedBatch(BatchFolder folder, BatchRequest request, Catalogue catalogue, ResolveOptions options,
            Class<?> main, Spreading spreading, BatchObserver observer) {
        this.folder = folder;
        this.catalogue = catalogue;
        this.options = options;
        this.observer = observer;
        BatchEstimates estimates = new BatchEstimates(request, catalogue, options);
        distribution = spreading.of(folder, new ItemCommand(command(main), folder.options()), estimates, observer,
                item -> new OneByOne(item, estimates, observer));
    }

    /**
     * Returns the command of a run in its own process, with the same Java, the same classes and the Java options of
     * scripts/runbench. A build in the meantime does not change the program.
     */
    static List<String> command(Class<?> main) {
        Path options = ProjectHome.folder().resolve(Path.of("scripts", "lib", "jvm", "long"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Files.exists(options)) {
            command.add("@" + options);
        }
        command.addAll(archiveOptions(RawText.commandLine()));
        command.addAll(List.of("-Djava.awt.headless=true", "-D" + ProjectHome.PROPERTY + "=" + ProjectHome.folder(),
                "-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }

    /**
     * Returns the options of the class archive, without which a start takes a second of processor time more. Java
     * ignores an archive that is missing or has other classes.
     *
     * @param words command line of this process
     */
    static List<String> archiveOptions(List<String> words) {
        return words.stream()
                .takeWhile(word -> !word.equals("-cp"))
                .filter(word -> ARCHIVE_OPTIONS.stream().anyMatch(word::startsWith))
                .toList();
    }

    /**
     * Runs the batch.
     *
     * @param retryFailed run failed items again
     */
    public Finished run(boolean retryFailed) throws IOException, InterruptedException {
        Thread interrupted = new Thread(this::interrupted);
        Runtime.getRuntime().addShutdownHook(interrupted);
        Instant begun = Instant.now();
        List<Outcome> outcomes;
        try (observer; FolderClaim claim = FolderClaim.of(folder.path())) {
            observer.begun(folder);
            outcomes = new Batch(folder, distribution, observer::logged).run(retryFailed);
        } finally {
            unhook(interrupted);
        }
        BatchSummary summary = BatchSummary.of(folder, outcomes, begun);
        summary.write();
        return new Finished(folder, summary, catalogue, options);
    }

    /**
     * Removes the shutdown hook. If it already runs, this thread waits, because it would report the ended runs as
     * failures.
     */
    private static void unhook(Thread hook) throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            new CountDownLatch(1).await();
        }
    }

    private void interrupted() {
        observer.interrupted(folder);
        try {
            distribution.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs items sequentially on this machine, so that they do not disturb each other. */
    private static final class OneByOne implements Distribution {
        private final ChildRunner child;
        private final BatchEstimates estimates;
        private final BatchObserver observer;

        OneByOne(ItemCommand command, BatchEstimates estimates, BatchObserver observer) {
            child = new ChildRunner(command, estimates::limit);
            this.estimates = estimates;
            this.observer = observer;
        }

        @Override
        public void run(Batch batch, List<BatchItem> items) throws IOException, InterruptedException {
            Distribution.inTurn(
                    (item, where) -> observer.follow(item, estimates.expected(item), () -> child.run(item, where)))
                    .run(batch, items);
        }

        /** Ends the current run, whose result no process would read. */
        @Override
        public void end() throws InterruptedException {
            child.endCurrent();
        }
    }
}
