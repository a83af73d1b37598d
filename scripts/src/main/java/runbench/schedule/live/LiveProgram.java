package runbench.schedule.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.schedule.workload.WorkloadProgram;

/** A program under way: what is known of it, up to the latest boundary. Times in nanoseconds of CLOCK_MONOTONIC. */
final class LiveProgram {
    enum State { EXPECTED, PRESENT, ENDED }

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
    /** Of all its traffic times seconds of running; NaN where not known. */
    double moved;
    double latestTraffic = Double.NaN;
    /** Its traffic was counted. */
    boolean measured;
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
     * @return its traffic then, per time that it ran; NaN where not known
     */
    double ran(GangReading now, long wallNanos) {
        before = reading;
        reading = now;
        if (now.runNanos() <= before.runNanos() || wallNanos <= 0) {
            return Double.NaN;
        }
        double counted = meter.traffic(before, now, wallNanos);
        measured |= !Double.isNaN(counted);
        double traffic = measured ? counted : guided();
        latestTraffic = Double.isNaN(traffic) ? latestTraffic : traffic;
        moved += traffic * wallNanos / 1e9;
        quanta++;
        chosenNanos += wallNanos;
        return traffic;
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
