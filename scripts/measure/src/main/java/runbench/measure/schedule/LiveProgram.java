package runbench.measure.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.measure.schedule.GangEvent.GangReading;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
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

    /**
     * The position of a running program in its profile. Progress is counted in instructions if both the profile and the
     * program have them. Otherwise running time is used, which overestimates the progress of a slowed program.
     */
    static final class ProfilePosition {
        private final BandwidthProfile profile;
        private final double whole;

        ProfilePosition(BandwidthProfile profile) {
            this.profile = profile;
            whole = profile.steps().stream().mapToDouble(ProfileStep::progress).sum();
        }

        /**
         * Returns the position.
         *
         * @param runNanos CPU time of all threads in ns
         * @param instructions instructions; null: not counted
         * @return position from 0 to the profile's end; repeated or longer runs stay at the end
         */
        double at(long runNanos, Long instructions) {
            if (profile.progressUnit() == ProgressUnit.INSTRUCTIONS && instructions != null) {
                return Math.min(instructions, whole);
            }
            double share = runNanos / 1e9 / Math.max(1, profile.threads()) / profile.aloneSeconds();
            return Math.min(1, share) * whole;
        }

        /** Returns the traffic from a position on. */
        double traffic(double progress) {
            return mean(progress, progress);
        }

        /** Returns the mean traffic over a span, weighted by the time that the program takes alone. */
        double mean(double from, double to) {
            List<ProfileStep> steps = profile.steps();
            double begin = 0;
            double seconds = 0;
            double traffic = 0;
            for (ProfileStep s : steps) {
                double end = begin + s.progress();
                double part = (Math.min(end, to) - Math.max(begin, from)) / s.progress();
                if (part > 0) {
                    seconds += part * s.aloneSeconds();
                    traffic += part * s.aloneSeconds() * s.traffic();
                }
                if (to <= from && from < end) {
                    return s.traffic();
                }
                begin = end;
            }
            return seconds > 0 ? traffic / seconds : steps.get(steps.size() - 1).traffic();
        }
    }
}
