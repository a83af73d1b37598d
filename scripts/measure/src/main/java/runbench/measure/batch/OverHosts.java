package runbench.measure.batch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.IntStream;
import runbench.base.error.RunbenchException;
import runbench.base.process.RawText;
import runbench.base.process.WatchedThread;
import runbench.sync.window.Node;
import runbench.sync.window.Template;

/**
 * Runs items concurrently on several hosts, each started by a template such as {@code ssh {host} {command}}. All hosts
 * see the batch's folder under one name. An item whose host was lost runs on another host. A host that loses
 * consecutive items is given up.
 */
public final class OverHosts implements Distribution {
    private static final int MAX_CONSECUTIVE_LOSSES = 2;

    private final Template template;
    private final List<Node> hosts;
    private final ItemCommand command;
    private final Function<BatchItem, Duration> timeout;
    private final BatchObserver observer;
    private final Function<BatchItem, Double> expected;
    private final Set<Process> current = ConcurrentHashMap.newKeySet();
    private boolean ending;

    /**
     * Creates a distribution.
     *
     * @param template template with {command} and {host}
     * @param hosts HOST or HOST=ADDRESS; a host listed twice runs two items concurrently
     * @param timeout wall time after which a run that ignored its own timeout is killed
     * @param expected returns the estimated time of an item in s; null: unknown
     */
    OverHosts(String template, List<String> hosts, ItemCommand command, Function<BatchItem, Duration> timeout,
            Function<BatchItem, Double> expected, BatchObserver observer) {
        this.template = Template.parse("--launch", template);
        this.hosts = hosts.stream().map(host -> Node.parse("--hosts", host, Node.DEFAULT_PORT)).toList();
        this.command = command;
        this.timeout = timeout;
        this.expected = expected;
        this.observer = observer;
    }

    /**
     * One try on a host.
     *
     * @param outcome outcome of the run; null: the host was lost
     * @param lost reason why the host was lost; null: it was not
     */
    private record Attempt(Outcome outcome, String lost) {}

    @Override
    public void run(Batch batch, List<BatchItem> items) throws IOException, InterruptedException {
        OpenItems open = new OpenItems(items, hosts.size());
        List<WatchedThread> threads = new ArrayList<>();
        AtomicReference<Throwable> failures = new AtomicReference<>();
        for (int place = 0; place < hosts.size(); place++) {
            int own = place;
            threads.add(WatchedThread.start("host-" + hosts.get(own).name(), () -> {
                try {
                    serve(own, open, batch);
                } finally {
                    open.leave(own);
                }
            }, failure -> {
                open.close();
                if (!(failure instanceof InterruptedException)) {
                    // Runs on the other hosts continue to their ends and are logged.
                    failures.compareAndSet(null, failure);
                }
            }));
        }
        try {
            for (WatchedThread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            threads.forEach(WatchedThread::interrupt);
            throw e;
        }
        if (failures.get() != null) {
            throw WatchedThread.rethrown(failures.get());
        }
        if (open.left() > 0) {
            observer.logged(open.left() + " runs are left, and no host to run them on: scripts/overnight --resume -o "
                    + batch.folder().path() + " --launch ... --hosts ...");
        }
    }

    /** Runs items on one host until none is left or the host is given up. */
    private void serve(int place, OpenItems open, Batch batch) throws IOException, InterruptedException {
        String host = hosts.get(place).name();
        int lostInARow = 0;
        while (lostInARow < MAX_CONSECUTIVE_LOSSES) {
            Optional<OpenItems.Item> next = open.take(place);
            if (next.isEmpty()) {
                break;
            }
            OpenItems.Item taken = next.get();
            Attempt attempt = attempt(place, taken.item(), batch.folder().runFolder(taken.item()));
            if (attempt.outcome().isInterrupted() && isEnding()) {
                batch.done(attempt.outcome());
                open.close();
                return;
            }
            if (attempt.lost() == null) {
                lostInARow = 0;
                batch.done(attempt.outcome());
                open.done();
            } else {
                lostInARow++;
                observer.logged("%s: %s did not run it: %s".formatted(taken.item(), host, attempt.lost()));
                if (!open.giveBack(taken.triedOn(place, host + ": " + attempt.lost()))) {
                    batch.done(Outcome.error(taken.item(),
                            "no host ran it: " + taken.why() + host + ": " + attempt.lost()));
                }
            }
        }
        if (lostInARow == MAX_CONSECUTIVE_LOSSES) {
            observer.logged(host + " is given up: it did not run " + MAX_CONSECUTIVE_LOSSES + " runs in a row");
        }
    }

    private boolean isEnding() {
        synchronized (current) {
            return ending;
        }
    }

    private Attempt attempt(int place, BatchItem item, Path folder) throws InterruptedException {
        Attempt[] result = new Attempt[1];
        observer.follow(item, expected.apply(item), () -> {
            result[0] = start(place, item, folder);
            return result[0].outcome();
        });
        return result[0];
    }

    private Attempt start(int place, BatchItem item, Path folder) throws InterruptedException {
        Process process = null;
        try {
            ItemCommand.prepare(folder);
            Node host = hosts.get(place);
            Path out = folder.resolve(ItemCommand.OUTPUT);
            process = start(new ProcessBuilder(
                    RawText.startable(template.fill(host, host.host(), command.elsewhere(item, folder))))
                    .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(out.toFile())
                    .redirectErrorStream(true));
            Duration limit = timeout.apply(item);
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                ChildRunner.end(process);
                return new Attempt(Outcome.error(item, "killed: not finished after " + limit.toSeconds() + " s"), null);
            }
            Outcome outcome = ItemCommand.outcome(item, process.exitValue(), folder);
            return new Attempt(outcome,
                    ItemCommand.lost(process.exitValue(), folder) ? reason(process.exitValue(), folder) : null);
        } catch (IOException e) {
            return new Attempt(Outcome.error(item, e.toString()), e.getMessage());
        } catch (InterruptedException e) {
            if (process != null) {
                ChildRunner.end(process);
            }
            throw e;
        } finally {
            if (process != null) {
                current.remove(process);
            }
        }
    }

    private Process start(ProcessBuilder builder) throws IOException, InterruptedException {
        synchronized (current) {
            if (ending) {
                throw new InterruptedException("the batch is asked to end");
            }
            Process process = builder.start();
            current.add(process);
            return process;
        }
    }

    private static String reason(int exitCode, Path folder) throws IOException {
        String last = ItemCommand.lastLine(folder);
        return (ItemCommand.host(folder).isPresent() ? "the run was cut off" : "it was not reached") + " (exit code "
                + exitCode + (last.isEmpty() ? ")" : "; " + last + ")");
    }

    @Override
    public void end() throws InterruptedException {
        List<Process> all;
        synchronized (current) {
            ending = true;
            all = List.copyOf(current);
        }
        all.forEach(Process::destroy);
        for (Process process : all) {
            ChildRunner.end(process);
        }
    }

    /**
     * Checks template and hosts.
     *
     * @throws RunbenchException exit code 2: one of them is invalid
     */
    static void check(String template, List<String> hosts) {
        if (hosts.isEmpty()) {
            throw RunbenchException
                    .badInput("--launch '" + template + "' is for one host at a time, and no host is named")
                    .remedy("--hosts n1,n2");
        }
        Template.parse("--launch", template);
        hosts.forEach(host -> Node.parse("--hosts", host, Node.DEFAULT_PORT));
    }

    /** The unfinished items of a batch that several hosts work on. An item that one host lost is given to another. */
    static final class OpenItems {
        private static final int MAX_TRIES = 3;

        /**
         * An open item.
         *
         * @param item the item
         * @param tries number of tries
         * @param tried indices of hosts that lost it
         * @param why reasons for the user, each followed by "; "
         */
        record Item(BatchItem item, int tries, BitSet tried, String why) {
            Item triedOn(int place, String reason) {
                BitSet all = (BitSet) tried.clone();
                all.set(place);
                return new Item(item, tries + 1, all, why + reason + "; ");
            }
        }

        private final List<Item> items = new ArrayList<>();
        private final BitSet places = new BitSet();
        private int taken;
        private boolean closed;

        OpenItems(List<BatchItem> all, int hosts) {
            all.forEach(item -> items.add(new Item(item, 0, new BitSet(), "")));
            places.set(0, hosts);
        }

        /**
         * Returns the next item for a host. Waits while another host may still return one. Empty: nothing is left for
         * this host.
         */
        synchronized Optional<Item> take(int place) throws InterruptedException {
            while (true) {
                for (int i = 0; i < items.size() && !closed; i++) {
                    if (suits(items.get(i), place)) {
                        taken++;
                        return Optional.of(items.remove(i));
                    }
                }
                if (taken == 0 || closed) {
                    return Optional.empty();
                }
                wait();
            }
        }

        /** Returns whether a host may take an item: a host that lost it gets it again only if no other host is left. */
        private boolean suits(Item item, int place) {
            return !item.tried().get(place)
                    || IntStream.range(0, places.length()).filter(places::get).allMatch(item.tried()::get);
        }

        /**
         * Returns an item.
         *
         * @return false: it was tried too often and is closed
         */
        synchronized boolean giveBack(Item item) {
            done();
            return item.tries() < MAX_TRIES && items.add(item);
        }

        synchronized void done() {
            taken--;
            notifyAll();
        }

        /** Removes a host. */
        synchronized void leave(int place) {
            places.clear(place);
            notifyAll();
        }

        /** Closes all items after an error that would recur for the next one. */
        synchronized void close() {
            closed = true;
            notifyAll();
        }

        synchronized int left() {
            return items.size();
        }
    }
}
