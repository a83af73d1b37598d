package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.pas2p.trace.CutFile;
import runbench.pas2p.trace.CutFile.Cut;

/**
 * When the locations of a run passed a signature's cuts, and what follows: times of occurrences by the frontier rule,
 * as in {@link runbench.pas2p.phase.PhaseAnalysis}. A pure function of values.
 *
 * <p>The frontier of a cut is when the last location passed it. On one host a time between two frontiers is their
 * difference. Clocks of several hosts cannot be compared, but each can be read twice: with d_h the time between the
 * frontiers of host h's own locations, by its own clock, what passed between the frontiers of all lies between the
 * least d_h and the greatest, whatever the clocks' offsets: the host that was last at the end had its own frontier no
 * later at the start than all had theirs, so that its d_h is no less; the host that was last at the start was no later
 * at the end, so that its d_h is no more. (Rates differ, too, by parts in 10^5: nothing here.) One host's d_h is taken
 * for all times, so that times of neighbours still add up to that of all of them, and an error of one is made up for by
 * the next: that of the host that took longest over everything. How far the others are from it bounds the error.
 */
final class CutTimes {
    private static final String OTHER = "the program sent other messages there than when it was traced";

    private final Signature signature;
    private final List<CutFile> locations;
    private final int[] hostOf;
    private final int hosts;
    private final int host;

    /**
     * Time between two frontiers, s. @param error by which it may be off, as clocks of several hosts cannot be
     * compared; 0 on one
     */
    record Span(double seconds, double error) {}

    /**
     * @param locations in the signature's order; null: nothing was left of it
     * @param hostOf of each, the number of its host, from 0 on
     */
    CutTimes(Signature signature, List<CutFile> locations, int[] hostOf) {
        this.signature = signature;
        this.locations = locations;
        this.hostOf = hostOf;
        hosts = IntStream.of(hostOf).max().orElse(0) + 1;
        host = slowest();
    }

    /** By whose clock times are. */
    int host() {
        return host;
    }

    private int slowest() {
        Optional<long[]> last = Stream.concat(Stream.of(end(), frontier(signature.stop())),
                signature.measure()
                        .stream()
                        .sorted(Comparator.comparingLong(w -> -w.end()[0]))
                        .map(w -> frontier(w.end())))
                .flatMap(Optional::stream)
                .findFirst();
        if (begin().isEmpty() || last.isEmpty()) {
            return 0;
        }
        long[] from = begin().get();
        long[] to = last.get();
        return IntStream.range(0, hosts).boxed().max(Comparator.comparingLong(h -> to[h] - from[h])).orElse(0);
    }

    /** Of each host, when the last of its locations passed a cut, by its own clock; empty where a location did not. */
    private Optional<long[]> frontier(long[] cut) {
        long[] last = none();
        for (int l = 0; l < cut.length; l++) {
            Cut passed = at(l, cut[l]);
            if (passed == null) {
                return Optional.empty();
            }
            last[hostOf[l]] = Math.max(last[hostOf[l]], passed.nanos());
        }
        return Optional.of(last);
    }

    /** Exits from MPI_Init; empty where a location is missing. */
    private Optional<long[]> begin() {
        return frontier(new long[locations.size()]);
    }

    /** Entries of MPI_Finalize; empty where a location did not come to it, or was stopped. */
    private Optional<long[]> end() {
        if (locations.stream().anyMatch(f -> f == null || f.finalizeNanos() == null)) {
            return Optional.empty();
        }
        long[] last = none();
        for (int l = 0; l < locations.size(); l++) {
            last[hostOf[l]] = Math.max(last[hostOf[l]], locations.get(l).finalizeNanos());
        }
        return Optional.of(last);
    }

    private long[] none() {
        long[] last = new long[hosts];
        Arrays.fill(last, Long.MIN_VALUE);
        return last;
    }

    private Span span(long[] from, long[] to) {
        double seconds = (to[host] - from[host]) / 1e9;
        double error = IntStream.range(0, hosts)
                .mapToDouble(h -> Math.abs((to[h] - from[h]) / 1e9 - seconds))
                .max()
                .orElse(0);
        return new Span(seconds, error);
    }

    private Span between(Optional<long[]> from, Optional<long[]> to) {
        return from.isPresent() && to.isPresent() ? span(from.get(), to.get()) : null;
    }

    /** From the last exit from MPI_Init to a cut; null: not both were passed by all. */
    Span to(long[] cut) {
        return between(begin(), frontier(cut));
    }

    /** From the last exit from MPI_Init to the last entry of MPI_Finalize; null: not all came there. */
    Span toEnd() {
        return between(begin(), end());
    }

    /** By how much a measured occurrence may be off at most, s. */
    double largestError() {
        return signature.measure()
                .stream()
                .map(w -> between(frontier(w.start()), frontier(w.end())))
                .filter(Objects::nonNull)
                .mapToDouble(Span::error)
                .max()
                .orElse(0);
    }

    /** Those that were measured from beginning to end, in the signature's order. */
    List<MeasuredSignature.Sample> samples() {
        List<MeasuredSignature.Sample> samples = new ArrayList<>();
        for (Signature.Wanted wanted : signature.measure()) {
            Span before = to(wanted.start());
            Span lasted = between(frontier(wanted.start()), frontier(wanted.end()));
            if (before != null && lasted != null && asTraced(wanted)) {
                samples.add(sample(wanted, before.seconds(), lasted.seconds()));
            }
        }
        return samples;
    }

    /** The events before its cuts, which all passed, are those of the traced run; true where that is not known. */
    private boolean asTraced(Signature.Wanted wanted) {
        return wanted.content() == null
                || wanted.content().equals(CutContent.of(content(wanted.start()), content(wanted.end())));
    }

    private long content(long[] cut) {
        return CutContent.together(IntStream.range(0, cut.length).mapToLong(l -> at(l, cut[l]).content()));
    }

    /** The stop, which all passed, is where it is in the traced run. */
    boolean stopAsTraced() {
        return signature.measure()
                .stream()
                .filter(w -> Arrays.equals(w.end(), signature.stop()))
                .allMatch(this::asTraced);
    }

    private MeasuredSignature.Sample sample(Signature.Wanted wanted, double startS, double measuredS) {
        List<MeasuredSignature.RankTime> ranks = new ArrayList<>();
        double compute = 0;
        double mpi = 0;
        int slowest = 0;
        for (int l = 0; l < locations.size(); l++) {
            Cut from = at(l, wanted.start()[l]);
            Cut to = at(l, wanted.end()[l]);
            MeasuredSignature.RankTime time = from == to ? new MeasuredSignature.RankTime(0, 0, 0)
                    : new MeasuredSignature.RankTime((to.nanos() - from.nanos()) / 1e9,
                            (to.computeNanos() - from.computeNanos()) / 1e9, (to.mpiNanos() - from.mpiNanos()) / 1e9);
            ranks.add(time);
            compute += time.computeS();
            mpi += time.mpiS();
            slowest = time.wallS() > ranks.get(slowest).wallS() ? l : slowest;
        }
        return new MeasuredSignature.Sample(wanted.phase(), wanted.stratum(), wanted.occurrence(), wanted.traceS(),
                startS, measuredS, signature.locations().get(slowest).rank(), compute, mpi, ranks);
    }

    /** Those of which a cut was not passed by all. @param why no location that lacks one can say itself */
    List<MeasuredSignature.Missing> missing(String why) {
        List<MeasuredSignature.Missing> missing = new ArrayList<>();
        for (Signature.Wanted wanted : signature.measure()) {
            if (to(wanted.start()) == null || to(wanted.end()) == null) {
                boolean skipped = skipped(wanted.start()) || skipped(wanted.end());
                missing.add(new MeasuredSignature.Missing(wanted.phase(), wanted.occurrence(),
                        skipped ? OTHER : lacking(wanted.end()) + why, skipped));
            } else if (!asTraced(wanted)) {
                missing.add(new MeasuredSignature.Missing(wanted.phase(), wanted.occurrence(), OTHER, true));
            }
        }
        return missing;
    }

    /** A location did not pass it, but came further. */
    private boolean skipped(long[] cut) {
        return IntStream.range(0, cut.length)
                .anyMatch(l -> at(l, cut[l]) == null && locations.get(l) != null
                        && locations.get(l).cuts().keySet().stream().anyMatch(number -> number > cut[l]));
    }

    private String lacking(long[] cut) {
        List<String> ranks = new ArrayList<>();
        for (int l = 0; l < cut.length; l++) {
            if (at(l, cut[l]) == null) {
                ranks.add(Integer.toString(signature.locations().get(l).rank()));
            }
        }
        int shown = Math.min(8, ranks.size());
        return (ranks.size() == 1 ? "rank " : "ranks ") + String.join(", ", ranks.subList(0, shown))
                + (shown < ranks.size() ? ", ..." : "") + " did not come to its end: ";
    }

    private Cut at(int location, long number) {
        CutFile file = locations.get(location);
        return file == null ? null : file.cuts().get(number);
    }
}
