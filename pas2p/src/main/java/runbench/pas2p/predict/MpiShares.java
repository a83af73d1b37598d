package runbench.pas2p.predict;

import java.util.List;
import java.util.stream.IntStream;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * The effect of a change of the MPI share on a stratum's ratio. A slow network has less and less effect on a phase
 * whose computation grows while its messages do not. With the ratios of the parts outside (c) and inside MPI (m), the
 * ratio of occurrences with a share S inside MPI is c (1 - S) + m S. Only a change well above the scatter of the
 * samples' shares, in batches of neighbours, counts: on a busy machine ranks wait for each other inside MPI by chance.
 * If one part clearly loses the time that the other gains, the time only moved (a rank waited for another), and no
 * ratio follows. The plain ratio then remains, with a greater uncertainty.
 *
 * @param factor factor on the plain ratio
 * @param error standard error of that factor
 */
record MpiShares(double factor, double error) {
    static final MpiShares SAME = new MpiShares(1, 0);
    private static final int BATCHES = 8;
    private static final double SIGNIFICANT_ERRORS = 3;
    /** Minimum change of a part, as a share of an occurrence's time. */
    private static final double MIN_CHANGE_SHARE = 0.05;
    /** Greatest ratio between the changes of parts of the same work. */
    private static final double MAX_CHANGE_RATIO = 20;

    /** Scatter of occurrences above which most time inside MPI is spent waiting for ranks without a processor. */
    private static final double MAX_SCATTER = 0.2;

    /**
     * Computes the effect for a stratum.
     *
     * @param samples measured occurrences
     * @param wanted traced occurrence of each sample
     * @param strays standard deviation of a measured occurrence, as a share
     */
    static MpiShares of(Signature.Stratum stratum, List<MeasuredSignature.Sample> samples,
            List<Signature.Wanted> wanted, double strays) {
        if (stratum.spread() > MAX_SCATTER || strays > MAX_SCATTER) {
            return SAME;
        }
        int n = samples.size();
        double[] here = samples.stream().mapToDouble(MpiShares::mpiShare).toArray();
        double[] traced = wanted.stream().mapToDouble(w -> w == null ? Double.NaN : w.mpiShare()).toArray();
        double[] hereS = samples.stream().mapToDouble(MeasuredSignature.Sample::measuredS).toArray();
        double[] tracedS = samples.stream().mapToDouble(MeasuredSignature.Sample::traceS).toArray();
        double shareHere = mean(here, hereS, 0, n);
        double share = mean(traced, tracedS, 0, n);
        double change = stratum.behindMpiShare() - share;
        double error = Math.max(error(traced, tracedS), error(here, hereS));
        if (n < 2 * BATCHES || stratum.behind() == 0 || !(Math.abs(change) > SIGNIFICANT_ERRORS * error) || share <= 0
                || share >= 1) {
            return SAME;
        }
        // Ratios of the parts to the plain ratio.
        double outside = (1 - shareHere) / (1 - share);
        double inside = shareHere / share;
        if (outside <= 0 || inside <= 0 || inside / outside > MAX_CHANGE_RATIO || outside / inside > MAX_CHANGE_RATIO) {
            return SAME;
        }
        double follows = (inside - outside) * change;
        double before = IntStream.range(0, n).mapToDouble(i -> tracedS[i] / n).sum();
        double behind = stratum.behindS() / stratum.behind();
        return changedPlaces(before, share, behind, stratum.behindMpiShare()) ? new MpiShares(1, Math.abs(follows) / 2)
                : new MpiShares(1 + follows, Math.abs(inside - outside) * error);
    }

    /**
     * Returns true if time only moved between the parts: compares a mean measured occurrence with a mean occurrence
     * after the stop.
     */
    private static boolean changedPlaces(double before, double shareBefore, double behind, double shareBehind) {
        double inside = behind * shareBehind - before * shareBefore;
        double outside = behind - before - inside;
        return inside * outside < 0 && Math.min(Math.abs(inside), Math.abs(outside)) > MIN_CHANGE_SHARE * before;
    }

    private static double mpiShare(MeasuredSignature.Sample s) {
        if (s.ranks() == null || s.ranks().isEmpty()) {
            return Double.NaN;
        }
        double wall = s.ranks().stream().mapToDouble(MeasuredSignature.RankTime::wallS).sum();
        return wall <= 0 ? 0
                : Math.min(1, s.ranks().stream().mapToDouble(MeasuredSignature.RankTime::mpiS).sum() / wall);
    }

    private static double mean(double[] shares, double[] times, int from, int to) {
        double time = IntStream.range(from, to).mapToDouble(i -> times[i]).sum();
        return time <= 0 ? 0 : IntStream.range(from, to).mapToDouble(i -> shares[i] * times[i]).sum() / time;
    }

    private static double error(double[] shares, double[] times) {
        int n = shares.length;
        double[] of = IntStream.range(0, BATCHES)
                .mapToDouble(b -> mean(shares, times, b * n / BATCHES, (b + 1) * n / BATCHES))
                .toArray();
        double mean = IntStream.range(0, BATCHES).mapToDouble(b -> of[b] / BATCHES).sum();
        double squares = IntStream.range(0, BATCHES).mapToDouble(b -> (of[b] - mean) * (of[b] - mean)).sum();
        return Math.sqrt(squares / (BATCHES - 1) / BATCHES);
    }
}
