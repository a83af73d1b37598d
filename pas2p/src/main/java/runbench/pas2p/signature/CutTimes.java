package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.pas2p.signature.CutPlan.CutContent;
import runbench.pas2p.trace.CutFile;
import runbench.pas2p.trace.CutFile.Cut;

/**
 * The times at which the locations of a run passed a signature's cuts, and the times of occurrences by the frontier
 * rule, as in {@link runbench.pas2p.phase.PhaseAnalysis}. A pure function of values.
 *
 * <p>The frontier of a cut is the time at which the last location passed it. On one host, the time between two
 * frontiers is their difference. Clocks of several hosts cannot be compared, but each can be read twice. Let d_h be the
 * time between the frontiers of host h's own locations, by its own clock. The time between the frontiers of all
 * locations is between the least and the greatest d_h, whatever the clocks' offsets. Upper bound: the host that was
 * last at the end was no later at the start than the global frontier, so its d_h is no less. Lower bound: the host that
 * was last at the start was no later at the end, so its d_h is no more. (Rates differ by parts in 10^5, which is
 * negligible here.) One host's d_h serves for all times, so that consecutive times add up to the total and the next
 * time compensates for an error. It is the host with the longest total time. The distance of the other hosts' values
 * bounds the error.
 */
final class CutTimes {
    private static final String OTHER = "the program sent other messages there than when it was traced";

    private final Signature signature;
    private final List<CutFile> locations;
    private final int[] hostOf;
    private final int hosts;
    private final int host;

    /**
     * Time between two frontiers, s.
     *
     * @param error bound of the error due to clocks of several hosts; 0 on one host
     */
    record Span(double seconds, double error) {}

    /**
     * Creates the times.
     *
     * @param locations in the signature's order; null: no file
     * @param hostOf number of each location's host, from 0
     */
    CutTimes(Signature signature, List<CutFile> locations, int[] hostOf) {
        this.signature = signature;
        this.locations = locations;
        this.hostOf = hostOf;
        hosts = IntStream.of(hostOf).max().orElse(0) + 1;
        host = slowest();
    }

    /** Returns the host whose clock is used. */
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

    /**
     * Returns, per host, the time at which its last location passed a cut, in its own clock; empty: a location did not
     * pass.
     */
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

    /** Returns the exits from MPI_Init; empty: a location is missing. */
    private Optional<long[]> begin() {
        return frontier(new long[locations.size()]);
    }

    /** Returns the entries into MPI_Finalize; empty: a location did not reach it or was stopped. */
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

    /** Returns the time from the last exit from MPI_Init to a cut; null: a location did not pass both. */
    Span to(long[] cut) {
        return between(begin(), frontier(cut));
    }

    /**
     * Returns the time from the last exit from MPI_Init to the last entry into MPI_Finalize; null: a location did not
     * reach it.
     */
    Span toEnd() {
        return between(begin(), end());
    }

    /** Returns true if every location reached MPI_Finalize, and none the stop. */
    boolean endedBeforeStop() {
        return end().isPresent() && IntStream.range(0, signature.stop().length)
                .noneMatch(l -> signature.stop()[l] > 0 && at(l, signature.stop()[l]) != null);
    }

    /** Returns the greatest error bound of a measured occurrence, s. */
    double largestError() {
        return signature.measure()
                .stream()
                .map(w -> between(frontier(w.start()), frontier(w.end())))
                .filter(Objects::nonNull)
                .mapToDouble(Span::error)
                .max()
                .orElse(0);
    }

    /** Returns the occurrences that were measured from start to end, in the signature's order. */
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

    /**
     * Returns true if the events before its cuts, which all locations passed, are those of the traced run, or if that
     * is not known.
     */
    private boolean asTraced(Signature.Wanted wanted) {
        return wanted.content() == null
                || wanted.content().equals(CutContent.of(content(wanted.start()), content(wanted.end())));
    }

    private long content(long[] cut) {
        return CutContent.combined(IntStream.range(0, cut.length).mapToLong(l -> at(l, cut[l]).content()));
    }

    /** Returns true if the stop, which all locations passed, is where it is in the traced run. */
    boolean stopAsTraced() {
        return signature.measure()
                .stream()
                .filter(w -> Arrays.equals(w.end(), signature.stop()))
                .allMatch(this::asTraced);
    }

    @SuppressWarnings("ReferenceEquality")
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

    /**
     * Returns the occurrences with a cut that some location did not pass.
     *
     * @param why reason, if no such location provides one itself
     */
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

    /** Returns true if a location passed later cuts but not this one. */
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
