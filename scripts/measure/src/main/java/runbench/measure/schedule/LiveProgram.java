package runbench.measure.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.schedule.result.LiveResult.HeldBy;
import runbench.schedule.result.LiveResult.TrafficBasis;
import runbench.schedule.workload.Workload.WorkloadProgram;

/** A program under way: what is known of it, up to the latest boundary. Times in nanoseconds of CLOCK_MONOTONIC. */
final class LiveProgram {
    enum State {
        EXPECTED, PRESENT, ENDED
    }

    /** @param perTime that it ran; null where not known, as @param basis of it */
    record Traffic(Double perTime, TrafficBasis basis) {
        private static final Traffic UNKNOWN = new Traffic(null, null);
    }

    final int number;
    final WorkloadProgram what;
    final TrafficMeter meter;
    final Optional<ProfilePosition> position;
    final List<String> failures = new ArrayList<>();
    State state = State.EXPECTED;
    boolean sent;
    HeldBy heldBy;
    String whySignals = "";
    Long arrivedNanos;
    Long beganNanos;
    Long endedNanos;
    Integer exitStatus;
    Integer signal;
    boolean asked;
    Long voluntary;
    Long involuntary;
    int rounds;
    long quanta;
    long chosenNanos;
    GangReading reading = GangReading.NOTHING;
    /** Of rounds of a background program that are over. */
    long runNanosBefore;
    /** Of all its traffic times seconds of running, as far as it is known. */
    private double moved;
    /** Of running in which its traffic was counted, and in which its profile stood in for that. */
    private long countedNanos;
    private long guidedNanos;
    double latestTraffic = Double.NaN;
    private GangReading before = GangReading.NOTHING;

    LiveProgram(int number, WorkloadProgram what, TrafficMeter meter) {
        this.number = number;
        this.what = what;
        this.meter = meter;
        position = what.profile().map(ProfilePosition::new);
    }

    /** A new round begins: nothing was counted yet. */
    void fresh() {
        runNanosBefore += reading.runNanos();
        reading = GangReading.NOTHING;
        before = GangReading.NOTHING;
        state = State.PRESENT;
    }

    /**
     * Takes what was counted up to the end of a quantum in which it was chosen.
     *
     * @param wallNanos that it had
     * @return its traffic then; what was not counted is what its profile says of that stretch
     */
    Traffic ran(GangReading now, long wallNanos) {
        before = reading;
        reading = now;
        if (now.runNanos() <= before.runNanos() || wallNanos <= 0) {
            return Traffic.UNKNOWN;
        }
        quanta++;
        chosenNanos += wallNanos;
        double counted = meter.traffic(before, now, wallNanos);
        boolean known = !Double.isNaN(counted);
        double traffic = known ? counted : guided();
        if (Double.isNaN(traffic)) {
            return Traffic.UNKNOWN;
        }
        latestTraffic = traffic;
        moved += traffic * wallNanos / 1e9;
        countedNanos += known ? wallNanos : 0;
        guidedNanos += known ? 0 : wallNanos;
        return new Traffic(traffic, known ? TrafficBasis.COUNTED : TrafficBasis.PROFILE);
    }

    /** What told its traffic; null where nothing did. */
    TrafficBasis basis() {
        return TrafficBasis.of(countedNanos > 0, guidedNanos > 0);
    }

    /** Mean over the time for which it ran and this is known; null where it never was. */
    Double meanTraffic() {
        long nanos = countedNanos + guidedNanos;
        return nanos == 0 ? null : (Double) (moved / (nanos / 1e9));
    }

    private double guided() {
        return position.map(p -> p.mean(progress(p, before), progress(p, reading))).orElse(Double.NaN);
    }

    /** By its profile, from where it stands. */
    double aloneTraffic() {
        return position.map(p -> p.traffic(progress(p, reading))).orElse(Double.NaN);
    }

    private double progress(ProfilePosition p, GangReading r) {
        return p.at(r.runNanos(), meter.instructions(r));
    }

    /** It did its work. @param expectedExit status that says so */
    boolean succeeded(int expectedExit) {
        return failures.isEmpty() && exitStatus != null && exitStatus == expectedExit;
    }
}
