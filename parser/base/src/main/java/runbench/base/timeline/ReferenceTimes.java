package runbench.base.timeline;

/** Many reference times, each part in an array of its own. */
public final class ReferenceTimes {
    private static final ReferenceTime.How[] HOW = ReferenceTime.How.values();

    private final long[] refNanos;
    private final double[] errStatNanos;
    private final double[] loNanos;
    private final double[] hiNanos;
    private final byte[] how;

    /** With room for so many. */
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

    /** The parts mean what {@link ReferenceTime} says. */
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
