package runbench.pas2p.hierarchy;

/** The sum of the durations of occurrences, nanoseconds. */
public final class Times {
    private long count;
    private long nanos;
    private double squares;
    private long least = Long.MAX_VALUE;
    private long most;

    void add(long duration) {
        count++;
        nanos += duration;
        squares += (double) duration * duration;
        least = Math.min(least, duration);
        most = Math.max(most, duration);
    }

    public long count() {
        return count;
    }

    public long nanos() {
        return nanos;
    }

    public double meanNanos() {
        return count == 0 ? 0 : (double) nanos / count;
    }

    /** Returns the standard deviation; 0 for a single occurrence. */
    public double deviationNanos() {
        double mean = meanNanos();
        return count < 2 ? 0 : Math.sqrt(Math.max(0, (squares - count * mean * mean) / (count - 1)));
    }

    public long leastNanos() {
        return count == 0 ? 0 : least;
    }

    public long mostNanos() {
        return most;
    }
}
