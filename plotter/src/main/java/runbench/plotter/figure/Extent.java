package runbench.plotter.figure;

/** The range of the values of marks. It grows as values are added and ignores NaN and infinities. */
public final class Extent {
    private final boolean positiveOnly;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    /**
     * Creates an empty range.
     *
     * @param positiveOnly true to ignore values that a logarithmic axis cannot show
     */
    public Extent(boolean positiveOnly) {
        this.positiveOnly = positiveOnly;
    }

    public Extent add(double value) {
        if (Double.isFinite(value) && (!positiveOnly || value > 0)) {
            min = Math.min(min, value);
            max = Math.max(max, value);
        }
        return this;
    }

    public Extent addAll(double[] values) {
        for (double v : values) {
            add(v);
        }
        return this;
    }

    /**
     * Returns the axis range for the added values.
     *
     * @param scale the axis
     * @param share margin at each end, as a share of the range
     * @return lowest and highest value; never an empty range
     */
    public double[] shown(Scale scale, double share) {
        if (scale.kind() == Scale.Kind.NAMES) {
            return new double[]{scale.min(), scale.max()};
        }
        double[] range = scale.kind() == Scale.Kind.LOG ? logRange(share) : linearRange(scale.fromZero(), share);
        if (!Double.isNaN(scale.min())) {
            range[0] = scale.min();
        }
        if (!Double.isNaN(scale.max())) {
            range[1] = scale.max();
        }
        if (!(range[1] > range[0])) {
            range[1] = range[0] + Math.max(1e-12, Math.abs(range[0]) * 1e-9);
        }
        return range;
    }

    private double[] linearRange(boolean fromZero, double share) {
        if (min > max) {
            return new double[]{0, 1 + share};
        }
        double low = fromZero ? Math.min(0, min) : min;
        double high = fromZero ? Math.max(0, max) : max;
        if (low == high) {
            double arm = low == 0 ? 1 : Math.abs(low) * 0.1;
            return new double[]{fromZero && low == 0 ? 0 : low - arm, high + arm * (1 + share)};
        }
        double air = (high - low) * share;
        return new double[]{fromZero && low == 0 ? 0 : low - air, fromZero && high == 0 ? 0 : high + air};
    }

    private double[] logRange(double share) {
        if (min > max) {
            return new double[]{1, 10};
        }
        double factor = min == max ? 2 : Math.pow(max / min, share);
        return new double[]{min / factor, max * factor};
    }
}
