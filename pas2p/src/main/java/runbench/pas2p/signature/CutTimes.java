package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import runbench.pas2p.trace.CutFile;
import runbench.pas2p.trace.CutFile.Cut;

/**
 * When the locations of a run passed a signature's cuts, and what follows: times of occurrences by the frontier rule, as in
 * {@link runbench.pas2p.phase.PhaseAnalysis}. A pure function of values.
 */
final class CutTimes {
    private final Signature signature;
    private final List<CutFile> locations;

    /** @param locations in the signature's order; null: nothing was left of it */
    CutTimes(Signature signature, List<CutFile> locations) {
        this.signature = signature;
        this.locations = locations;
    }

    /** Frontier of a cut: when the last location passed it; empty where one did not. */
    OptionalLong frontier(long[] cut) {
        long last = Long.MIN_VALUE;
        for (int l = 0; l < cut.length; l++) {
            Cut passed = at(l, cut[l]);
            if (passed == null) {
                return OptionalLong.empty();
            }
            last = Math.max(last, passed.nanos());
        }
        return OptionalLong.of(last);
    }

    /** The last exit from MPI_Init; empty where a location is missing. */
    OptionalLong begin() {
        return frontier(new long[locations.size()]);
    }

    /** The last entry of MPI_Finalize; empty where a location did not come to it, or was stopped. */
    OptionalLong end() {
        if (locations.stream().anyMatch(f -> f == null || f.finalizeNanos() == null)) {
            return OptionalLong.empty();
        }
        return locations.stream().mapToLong(CutFile::finalizeNanos).max();
    }

    /** From the last exit from MPI_Init to a cut, s; null: not both were passed by all. */
    Double secondsTo(long[] cut) {
        return seconds(begin(), frontier(cut));
    }

    static Double seconds(OptionalLong from, OptionalLong to) {
        return from.isPresent() && to.isPresent() ? (to.getAsLong() - from.getAsLong()) / 1e9 : null;
    }

    /** Those that were measured from beginning to end, in the signature's order. */
    List<MeasuredSignature.Sample> samples() {
        List<MeasuredSignature.Sample> samples = new ArrayList<>();
        for (Signature.Wanted wanted : signature.measure()) {
            OptionalLong start = frontier(wanted.start());
            OptionalLong end = frontier(wanted.end());
            if (begin().isPresent() && start.isPresent() && end.isPresent()) {
                samples.add(sample(wanted, start.getAsLong(), end.getAsLong()));
            }
        }
        return samples;
    }

    private MeasuredSignature.Sample sample(Signature.Wanted wanted, long start, long end) {
        List<MeasuredSignature.RankTime> ranks = new ArrayList<>();
        double compute = 0;
        double mpi = 0;
        int slowest = 0;
        for (int l = 0; l < locations.size(); l++) {
            Cut from = at(l, wanted.start()[l]);
            Cut to = at(l, wanted.end()[l]);
            MeasuredSignature.RankTime time = from == to ? new MeasuredSignature.RankTime(0, 0, 0)
                    : new MeasuredSignature.RankTime((to.nanos() - from.nanos()) / 1e9, (to.computeNanos() - from.computeNanos()) / 1e9,
                            (to.mpiNanos() - from.mpiNanos()) / 1e9);
            ranks.add(time);
            compute += time.computeS();
            mpi += time.mpiS();
            slowest = time.wallS() > ranks.get(slowest).wallS() ? l : slowest;
        }
        return new MeasuredSignature.Sample(wanted.phase(), wanted.stratum(), wanted.occurrence(), wanted.traceS(),
                (start - begin().getAsLong()) / 1e9, (end - start) / 1e9, signature.locations().get(slowest).rank(), compute, mpi, ranks);
    }

    /** Those of which a cut was not passed by all. @param why no location that lacks one can say itself */
    List<MeasuredSignature.Missing> missing(String why) {
        List<MeasuredSignature.Missing> missing = new ArrayList<>();
        for (Signature.Wanted wanted : signature.measure()) {
            if (begin().isEmpty() || frontier(wanted.start()).isEmpty() || frontier(wanted.end()).isEmpty()) {
                missing.add(new MeasuredSignature.Missing(wanted.phase(), wanted.occurrence(), lacking(wanted.end()) + why));
            }
        }
        return missing;
    }

    private String lacking(long[] cut) {
        List<String> ranks = new ArrayList<>();
        for (int l = 0; l < cut.length; l++) {
            if (at(l, cut[l]) == null) {
                ranks.add(Integer.toString(signature.locations().get(l).rank()));
            }
        }
        int shown = Math.min(8, ranks.size());
        return (ranks.size() == 1 ? "rank " : "ranks ") + String.join(", ", ranks.subList(0, shown)) + (shown < ranks.size() ? ", ..." : "")
                + " did not come to its end: ";
    }

    private Cut at(int location, long number) {
        CutFile file = locations.get(location);
        return file == null ? null : file.cuts().get(number);
    }
}
