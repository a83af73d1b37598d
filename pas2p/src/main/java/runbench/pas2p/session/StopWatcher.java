package runbench.pas2p.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.trace.CutFile;

/**
 * Sees that ranks wait at a signature's stop for others that do not come to theirs: the program sends other messages than when it was traced,
 * and those that have stopped do not answer. Once the first has stopped, the others have as long again as it took to come there, and
 * whenever one of them passes a cut, as long from then on.
 */
final class StopWatcher {
    private static final long LEAST_NANOS = 10_000_000_000L;

    private final Signature signature;
    private final Path folder;
    private final long[] records;
    private long allowedNanos;
    private long progressed;

    StopWatcher(Signature signature, Path folder) {
        this.signature = signature;
        this.folder = folder;
        records = new long[signature.locations().size()];
    }

    /** Cuts that the first rank has passed; 0 before it begins. */
    long records() {
        return records[0];
    }

    /**
     * Looks at the ranks' files.
     *
     * @param nanos since the program was started
     * @return what one rank waits for, once it has waited too long
     */
    Optional<String> look(long nanos) throws IOException {
        boolean moved = false;
        for (int l = 0; l < records.length; l++) {
            Path file = CutFile.fileOf(folder, signature.locations().get(l).rank());
            long now = Files.exists(file) ? CutFile.recordsSoFar(file, records[l]) : 0;
            moved |= now > records[l];
            records[l] = now;
        }
        int[] stopped = IntStream.range(0, records.length).filter(this::isAtStop).toArray();
        if (stopped.length == 0 || stopped.length == records.length) {
            return Optional.empty();
        }
        if (moved || allowedNanos == 0) {
            allowedNanos = allowedNanos == 0 ? Math.max(LEAST_NANOS, nanos) : allowedNanos;
            progressed = nanos;
        }
        if (nanos - progressed <= allowedNanos) {
            return Optional.empty();
        }
        int late = IntStream.range(0, records.length).filter(l -> !isAtStop(l)).findFirst().orElseThrow();
        return Optional.of(String.format("rank %d waits at the signature's stop, and rank %d did not come from its event %d to its event %d, the stop, in %d s",
                signature.locations().get(stopped[0]).rank(), signature.locations().get(late).rank(), passed(late), signature.stop()[late],
                allowedNanos / 1_000_000_000L));
    }

    private boolean isAtStop(int location) {
        return records[location] > 0 && passed(location) >= signature.stop()[location];
    }

    private long passed(int location) {
        return CutFile.lastPassed(CutFile.fileOf(folder, signature.locations().get(location).rank()), records[location]);
    }
}
