package runbench.base.timeline;

/** A sequence of reference times, with one array for each part. */
public final class ReferenceTimes {
    private static final ReferenceTime.How[] HOW = ReferenceTime.How.values();

    private final long[] refNanos;
    private final double[] errStatNanos;
    private final double[] loNanos;
    private final double[] hiNanos;
    private final byte[] how;

    /**
     * Creates a sequence.
     *
     * @param capacity maximum number of reference times
     */
    public ReferenceTimes(int capacity) {
        refNanos = new long[capacity];
        errStatNanos = new double[capacity];
        loNanos = new double[capacity];
        hiNanos = new double[capacity];
        how = new byte[capacity];
    }

    public void put(int i, PlacedStamp one) {
        put(i, one.refNanos(), one.errStatNanos(), one.loNanos(), one.hiNanos(), one.how());
    }

    /**
     * Sets one reference time.
     *
     * @param i index, from 0
     * @param ref reference time, ns
     * @param errStat statistical standard error, ns; NaN: unknown
     * @param lo earliest reference time possible, ns relative to {@code ref}
     * @param hi latest reference time possible, ns relative to {@code ref}
     * @param known certainty of the clock at that moment
     */
    public void put(int i, long ref, double errStat, double lo, double hi, ReferenceTime.How known) {
        refNanos[i] = ref;
        errStatNanos[i] = errStat;
        loNanos[i] = lo;
        hiNanos[i] = hi;
        how[i] = (byte) known.ordinal();
    }

    public int capacity() {
        return refNanos.length;
    }

    public long refNanos(int i) {
        return refNanos[i];
    }

    public double errStatNanos(int i) {
        return errStatNanos[i];
    }

    public double loNanos(int i) {
        return loNanos[i];
    }

    public double hiNanos(int i) {
        return hiNanos[i];
    }

    public ReferenceTime.How how(int i) {
        return HOW[how[i]];
    }

    public ReferenceTime get(int i) {
        return new ReferenceTime(refNanos[i], errStatNanos[i], loNanos[i], hiNanos[i], how(i));
    }
}
