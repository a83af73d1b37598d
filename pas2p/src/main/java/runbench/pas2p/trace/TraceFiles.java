package runbench.pas2p.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import runbench.base.error.ExitCode;
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Units;

/** Search for the rank files of a run, and their check. */
final class TraceFiles {
    private TraceFiles() {
    }

    /**
     * Returns headers by location: the ranks in order, null without a readable file, then further threads by rank and
     * thread.
     *
     * @param unreadable receives descriptions of files that are no traces
     */
    static RankHeader[] find(Collection<Path> places, List<String> unreadable) {
        List<Path> files = places.stream().flatMap(TraceFiles::rankFiles).distinct().sorted().toList();
        if (files.isEmpty()) {
            throw RunbenchException
                    .badInput(String.join(", ", places.stream().map(Path::toString).toList())
                            + ": no trace here (no file named rank-NNNNN.mpit)")
                    .remedy("trace a program first: runbench pas2p trace -o DIR -- mpirun -np 4 ./program");
        }
        return headers(files, unreadable);
    }

    private static Stream<Path> rankFiles(Path place) {
        if (Files.isRegularFile(place)) {
            return Stream.of(place.toAbsolutePath().normalize());
        }
        if (!Files.exists(place)) {
            throw RunbenchException.badInput("no such file or directory: " + place)
                    .remedy("trace a program first: runbench pas2p trace -o DIR -- mpirun -np 4 ./program");
        }
        try (Stream<Path> walk = Files.walk(place, 2)) {
            return walk
                    .filter(p -> p.getFileName().toString().startsWith(TraceFormat.FILE_PREFIX)
                            && p.getFileName().toString().endsWith(TraceFormat.FILE_SUFFIX))
                    .map(p -> p.toAbsolutePath().normalize())
                    .toList()
                    .stream();
        } catch (IOException | UncheckedIOException e) {
            throw RunbenchException.badInput(place + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }

    private static RankHeader[] headers(List<Path> files, List<String> unreadable) {
        List<RunbenchException> failures = new ArrayList<>();
        List<RankHeader> readable = readable(files, failures);
        failures.forEach(e -> unreadable.add(e.getMessage()));
        if (readable.isEmpty()) {
            throw failures.get(failures.size() - 1);
        }
        RankHeader first = readable.get(0);
        Optional<RunbenchException> singletons = singletons(readable);
        if (singletons.isPresent()) {
            throw singletons.get();
        }
        RankHeader[] byRank = new RankHeader[first.ranks()];
        List<RankHeader> threads = new ArrayList<>();
        for (RankHeader header : readable) {
            Path file = header.file();
            if (header.ranks() != first.ranks() || !header.run().equals(first.run())) {
                throw RunbenchException
                        .badInput(file + " (" + header.ranks() + " ranks) and " + first.file() + " (" + first.ranks()
                                + " ranks) are of different runs")
                        .remedy("keep the files of each run in a directory of their own");
            }
            RankHeader twin = header.thread() == 0 ? byRank[header.rank()]
                    : threads.stream()
                            .filter(t -> t.rank() == header.rank() && t.thread() == header.thread())
                            .findFirst()
                            .orElse(null);
            if (twin != null) {
                throw RunbenchException
                        .badInput(file + " and " + twin.file() + " are both rank " + header.rank()
                                + (header.thread() == 0 ? "" : ", thread " + header.thread()))
                        .remedy("keep the files of each run in a directory of their own");
            }
            if (header.thread() == 0) {
                byRank[header.rank()] = header;
            } else {
                threads.add(header);
            }
        }
        threads.sort(Comparator.comparingInt(RankHeader::rank).thenComparingInt(RankHeader::thread));
        return Stream.concat(Arrays.stream(byRank), threads.stream()).toArray(RankHeader[]::new);
    }

    private static List<RankHeader> readable(List<Path> files, List<RunbenchException> failures) {
        List<RankHeader> readable = new ArrayList<>();
        for (Path file : files) {
            try {
                readable.add(RankHeader.read(file));
            } catch (RunbenchException e) {
                failures.add(e);
            }
        }
        return readable;
    }

    /**
     * Returns the error of a run whose traces are not of one world of that many ranks; empty where they are, and where
     * no header is readable.
     */
    static Optional<RunbenchException> unconnected(Path run, int ranks) {
        List<RankHeader> headers = readable(rankFiles(run).sorted().toList(), new ArrayList<>());
        if (headers.isEmpty() || headers.get(0).ranks() == ranks) {
            return singletons(headers);
        }
        return singletons(headers).or(() -> Optional.of(RunbenchException
                .badInput("MPI_COMM_WORLD has " + Units.counted(headers.get(0).ranks(), "rank")
                        + ", and the launcher started " + ranks + ": it did not connect the processes")
                .remedy(RankHeader.CONNECT)));
    }

    /** Returns the error of a run whose processes are each rank 0 of a world of one rank; empty for another run. */
    private static Optional<RunbenchException> singletons(List<RankHeader> headers) {
        List<RankHeader> singletons = headers.stream()
                .filter(h -> h.thread() == 0 && h.ranks() == 1 && h.run().equals(headers.get(0).run()))
                .toList();
        if (singletons.size() < 2) {
            return Optional.empty();
        }
        return Optional.of(RunbenchException.badInput(String.format(
                "%d processes are each rank 0 of an MPI_COMM_WORLD of 1 rank (%s, %s, ...): the launcher did not "
                        + "connect them",
                singletons.size(), singletons.get(0).file(), singletons.get(1).file().getFileName()))
                .remedy(RankHeader.CONNECT + ". Each file is a trace of its own: runbench pas2p analyze "
                        + headers.get(0).file()));
    }

    /** Reads and checks every file, several in parallel. */
    static void scan(RankHeader[] headers, RankScan[] scans, ReceiveOrder[] orders, Progress progress) {
        long total = Arrays.stream(headers).mapToLong(TraceFiles::sizeOf).sum();
        AtomicLong done = new AtomicLong();
        ExecutorService threads = Executors
                .newFixedThreadPool(Math.min(headers.length, Runtime.getRuntime().availableProcessors()), task -> {
                    Thread thread = new Thread(task, "rank-scan");
                    thread.setDaemon(true);
                    return thread;
                });
        try {
            List<Future<?>> results = new ArrayList<>();
            for (int r = 0; r < headers.length; r++) {
                RankHeader header = headers[r];
                int rank = r;
                if (header != null) {
                    results.add(threads.submit(() -> {
                        RankScan scan = RankScan.of(header);
                        scans[rank] = scan;
                        orders[rank] = ReceiveOrder.of(scan, () -> scan.cursor(4096, true));
                        progress.at(done.addAndGet(sizeOf(header)), total);
                    }));
                }
            }
            for (Future<?> result : results) {
                result.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted while the trace was read");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static long sizeOf(RankHeader header) {
        try {
            return header == null ? 0 : Files.size(header.file());
        } catch (IOException e) {
            return 0;
        }
    }
}
