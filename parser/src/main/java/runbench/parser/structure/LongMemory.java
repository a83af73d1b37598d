package runbench.parser.structure;

/**
 * How slowly a series forgets: the d of a power that goes as frequency^-2d at low frequencies, 0 for white noise, 1/2
 * for 1/f noise, 1 for a random walk, by the local Whittle estimate (Robinson 1995; for d from 1/2 to 1 Velasco 1999).
 */
final class LongMemory {
    private static final double EXPONENT = 0.65;
    /** What a line takes away that was fitted before. */
    private static final int FIRST = 3;
    private static final double STEP = 0.02;
    private static final double QUANTILE = 1.645;

    private LongMemory() {
    }

    /** The upper end of the one-sided 95 % interval of d, 0..1. @param x a line taken off */
    static double upper(double[] x) {
        int size = Spectra.size(2 * x.length);
        double[] power = Spectra.power(x, size);
        double perOwn = (double) size / x.length;
        int last = (int) Math.max(FIRST + 4, Math.min(x.length / 2 - 1, Math.pow(x.length, EXPONENT)));
        double best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (double d = 0; d <= 1; d += STEP) {
            double sum = 0;
            double logs = 0;
            for (int j = FIRST; j <= last; j++) {
                sum += Math.pow(j, 2 * d) * power[(int) Math.min(power.length - 1, Math.round(j * perOwn))];
                logs += Math.log(j);
            }
            int count = last - FIRST + 1;
            double risk = Math.log(Math.max(1e-300, sum / count)) - 2 * d * logs / count;
            if (risk < least) {
                least = risk;
                best = d;
            }
        }
        return Math.min(1, best + QUANTILE / (2 * Math.sqrt(last - FIRST + 1)));
    }
}
