package runbench.pas2p.signature;

import runbench.pas2p.phase.OccurrenceTimes;

/** A stratum during the construction of a signature. */
final class StratumDraft {
    final int phase;
    final int id;
    final double fromNanos;
    final double toNanos;
    /** Its occurrences: serial numbers within their phase, and positions in the run. */
    final int[] serials;
    final int[] places;
    /**
     * Range of {@link #places} that may be measured: from the first after the warm-up to the last within the permitted
     * stretch.
     */
    int firstUsable;
    int usableEnd;
    final double[] durations;
    /** Expected duration of each occurrence by its time, among those of the stratum and among all of its phase. */
    final double[] trend;
    final double[] phaseTrend;
    final double nanos;
    final double spread;
    int wanted;
    /** Number of usable occurrences before the stop. */
    int measured;
    /** Occurrences after the stop: time, and the part of it inside MPI. */
    private double behindNanos;
    private double behindMpiNanos;

    StratumDraft(int phase, int id, double fromNanos, double toNanos, int[] serials, int[] places,
            OccurrenceTimes times, double[] phaseTrend) {
        this.phase = phase;
        this.id = id;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        this.serials = serials;
        this.places = places;
        durations = new double[places.length];
        double sum = 0;
        for (int i = 0; i < places.length; i++) {
            durations[i] = times.nanos(places[i]);
            sum += durations[i];
        }
        nanos = sum;
        trend = new TracedTrend(durations).values;
        this.phaseTrend = phaseTrend;
        spread = DurationSpread.ofOne(durations);
    }

    int usable() {
        return Math.max(0, usableEnd - firstUsable);
    }

    double mean() {
        return nanos / places.length;
    }

    double deviation() {
        double squares = 0;
        for (double d : durations) {
            squares += (d - mean()) * (d - mean());
        }
        return places.length < 2 ? 0 : Math.sqrt(squares / (places.length - 1));
    }

    void behind(double durationNanos, double mpiShare) {
        behindNanos += durationNanos;
        behindMpiNanos += durationNanos * mpiShare;
    }

    double mpiShareBehind() {
        return behindNanos == 0 ? 0 : behindMpiNanos / behindNanos;
    }

    boolean holds(double nanos) {
        return nanos >= fromNanos && nanos < toNanos;
    }

    int countBehind(int place) {
        int n = 0;
        for (int p : places) {
            n += p > place ? 1 : 0;
        }
        return n;
    }

    double nanosBehind(int place) {
        double sum = 0;
        for (int i = 0; i < places.length; i++) {
            sum += places[i] > place ? durations[i] : 0;
        }
        return sum;
    }
}
