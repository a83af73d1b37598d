package runbench.measure.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.schedule.result.LiveResult.HeldBy;
import runbench.schedule.result.LiveResult.TrafficBasis;
import runbench.schedule.workload.Workload.WorkloadProgram;

/** The state of a running program up to the latest quantum boundary. Times are CLOCK_MONOTONIC in ns. */
final class LiveProgram {
    enum State {
        EXPECTED, PRESENT, ENDED
    }

    /**
     * Memory traffic of a program.
     *
     * @param perTime traffic per running time; null: unknown
     * @param basis source of the value; null: unknown
     */
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
    /** Totals of finished rounds of a background program. */
    long runNanosBefore;
    /** Sum of traffic multiplied by seconds of running, as far as known. */
    private double moved;
    /** Running time with counted traffic, and running time with traffic from the profile. */
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

    /** Starts a new round: all counts begin at 0. */
    void fresh() {
        runNanosBefore += reading.runNanos();
        reading = GangReading.NOTHING;
        before = GangReading.NOTHING;
        state = State.PRESENT;
    }

    /**
     * Takes the counts at the end of a quantum in which the program was chosen.
     *
     * @param wallNanos wall time that it had
     * @return its traffic in the quantum; if it was not counted, the profile's traffic for that span
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

    /** Returns the basis of its traffic; null: unknown. */
    TrafficBasis basis() {
        return TrafficBasis.of(countedNanos > 0, guidedNanos > 0);
    }

    /** Returns the mean traffic over the running time for which it is known; null: never known. */
    Double meanTraffic() {
        long nanos = countedNanos + guidedNanos;
        return nanos == 0 ? null : (Double) (moved / (nanos / 1e9));
    }

    private double guided() {
        return position.map(p -> p.mean(progress(p, before), progress(p, reading))).orElse(Double.NaN);
    }

    /** Returns the traffic of the profile from its current position. */
    double aloneTraffic() {
        return position.map(p -> p.traffic(progress(p, reading))).orElse(Double.NaN);
    }

    private double progress(ProfilePosition p, GangReading r) {
        return p.at(r.runNanos(), meter.instructions(r));
    }

    /**
     * Returns whether the program succeeded.
     *
     * @param expectedExit exit status of success
     */
    boolean succeeded(int expectedExit) {
        return failures.isEmpty() && exitStatus != null && exitStatus == expectedExit;
    }
}
