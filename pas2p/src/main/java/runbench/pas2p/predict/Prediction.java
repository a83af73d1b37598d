package runbench.pas2p.predict;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.error.RunbenchException;
import runbench.base.stats.Statistics;
import runbench.pas2p.predict.PredictedPhase.PredictedTime;
import runbench.pas2p.predict.RatioFit.ObservedOccurrence;
import runbench.pas2p.predict.StratumRatios.RatioUnit;
import runbench.pas2p.predict.StratumRatios.StratumRatio;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * The predicted run time of the whole program on the machine where its signature was measured. Seconds, from the last
 * exit from MPI_Init to the last entry into MPI_Finalize.
 *
 * <p>The thesis's PTE is the sum of TEFase x weight over relevant phases (equation 4.1). Runbench's prediction is
 * <pre>stop + sum over strata h of B_h r_h f_h + B_0 r_0</pre> with stop the measured time from MPI_Init to the
 * signature's stop, B_h the traced time of stratum h after the stop, r_h its ratio ({@link StratumRatio}), f_h the
 * correction for a disturbed trace ({@link CombinedEstimate}), B_0 the traced time after the stop in no stratum
 * (irrelevant phases, the end), and r_0 the ratio of all samples together. The interval ({@link Uncertainty}) includes
 * the uncertainty of the ratios, the scatter of the rest of a run, and the variation between runs: it is a prediction
 * interval, not an estimation interval. It is symmetric on a logarithmic scale of the time after the stop, so that it
 * never includes less than was measured already.
 *
 * @param thesisS PTE as in the thesis
 * @param predictedS Runbench's prediction
 * @param intervalS its lower and upper limit
 * @param confidence confidence of the interval
 * @param tefS sum of the phases' TEFase (thesis: TEF)
 * @param wallS real time for measuring the signature, from the start of the command to its end
 * @param stopS from MPI_Init to the signature's stop, measured; null: it was not reached and is predicted
 * @param restS after the stop, in no stratum: predicted
 * @param ratio ratio to the traced run, all strata
 * @param pace for a program that compensates for lost time, the pace of its schedule as a factor on the mean; null: it
 *     does not
 * @param weights weight of each estimator in the predicted time after the stop, sum 1
 * @param widening factor by which {@link Calibration} widened the interval; 1: not
 * @param actual time of a run that was measured as a whole; null: none
 */
public record Prediction(MeasuredSignature measured, double thesisS, double predictedS, double[] intervalS,
        double confidence, double tefS, double wallS, Double stopS, double restS, double ratio,
        List<PredictedPhase> phases, List<StratumRatio> strata, Double pace, Map<Estimator, Double> weights,
        double widening, ActualTime actual) {
    /** The estimators of the time after the stop, which {@link CombinedEstimate} combines. */
    public enum Estimator {
        /** Means of measured occurrences times their number, as in the thesis. */
        MEANS("measured means x weights (PTE)"),
        /** Ratios of measured to traced time. */
        RATIO("ratios to traced times"),
        /** Ratios to traced time without waits for a processor. */
        CPU_TIME("ratios to traced CPU times");

        /** Its name in words. */
        public final String words;

        Estimator(String words) {
            this.words = words;
        }
    }

    /** Scatter relative to the trace above which single disturbances are the cause, not lasting ones. */
    private static final double MAX_SCATTER_RATIO = 2;
    /** Least standard deviation between runs of one program, as a share, however much of a run was measured. */
    private static final double RUN_DEVIATION = 0.01;
    /** Degrees of freedom of trends, which are fitted to batch means. */
    private static final double TREND_DEGREES_OF_FREEDOM = 10;

    /**
     * Predicts the run time.
     *
     * @throws RunbenchException no occurrence was measured
     */
    public static Prediction of(MeasuredSignature measured) {
        MeasuredSignature m = measured.withCountedWeights();
        Signature s = m.signature();
        StratumRatios ratios = new StratumRatios(m);
        if (ratios.none()) {
            throw RunbenchException
                    .badInput("the signature of " + String.join(" ", s.program().command())
                            + " was run, but none of its occurrences were measured"
                            + (m.missing().isEmpty() ? "" : ": " + m.missing().get(0).why()))
                    .remedy("runbench pas2p signature show lists the wanted occurrences; measure it again");
        }
        SampledError sampled = SampledError.of(ratios);
        Uncertainty uncertainty = new Uncertainty();
        // Measured means do not depend on the chance in traced times.
        double traced = 1 - ratios.weight(Estimator.MEANS);
        double slow = slowly(s, ratios, traced);
        // Disturbances as long as the measured stretch: the trace's value is a lower bound.
        uncertainty.add(Math.max(slow, sampled.deviation()),
                slow > sampled.deviation() ? s.trace().stretches() - 2 : sampled.freedom());
        if (s.trace().trendError() != null) {
            uncertainty.add(s.trace().trendError() * traced * ratios.behindS(), TREND_DEGREES_OF_FREEDOM);
        }
        uncertainty.add(ratios.combinedErrorS(), TREND_DEGREES_OF_FREEDOM);
        double predicted = m.stopS() != null ? m.stopS() : s.trace().prefixS() * ratios.ratio;
        if (m.stopS() != null && ratios.lateness != null) {
            predicted -= ratios.lateness.endS();
            uncertainty.add(ratios.lateness.straysS(), sampled.freedom());
        }
        if (m.stopS() == null) {
            uncertainty.add(s.trace().prefixS() * ratios.stray, ratios.freedom());
        }
        for (StratumRatio r : ratios.all) {
            Signature.Stratum h = s.phases().get(r.phase()).strata().get(r.stratum());
            predicted += h.behindS() * r.ratio();
            if (r.samples() < RatioFit.MIN_SAMPLES) {
                uncertainty.add(
                        h.behindS() * r.error()
                                * (r.samples() == 0 ? 1 : Math.sqrt(Math.min(1, sampled.correlation()))),
                        r.samples() == 0 ? ratios.freedom() : RatioFit.MIN_SAMPLES);
            }
            uncertainty.add(h.behindS() * r.shareError(), r.samples() - 1);
            uncertainty.add(Math.sqrt(h.behind() * sampled.correlation()) * r.scatterS(), h.weight() - 1);
        }
        double rest = s.trace().restS() * ratios.ratio;
        if (s.repeated() != null) {
            // The program's clock determines the duration, not the machine.
            predicted += s.repeated().behindS();
            uncertainty.add(s.repeated().behindErrorS(), s.repeated().traces().size());
        }
        uncertainty.add(s.trace().restS() * ratios.stray, ratios.freedom());
        uncertainty.add((predicted + rest) * RUN_DEVIATION, Double.POSITIVE_INFINITY);
        if (m.stopS() != null && m.stopS() > 0 && m.clock() != null && m.clock().errorS() != null) {
            // The uncertainty of the measured time due to clocks of several hosts applies to the values derived from
            // it.
            uncertainty.add((predicted + rest) * m.clock().errorS() / m.stopS(), Math.max(1, m.samples().size() - 1));
        }
        double[] interval = interval(predicted + rest, measuredS(m), uncertainty.halfWidth(s.confidence()));
        List<PredictedPhase> phases = IntStream.range(0, s.phases().size()).mapToObj(p -> phase(m, p, ratios)).toList();
        double thesis = phases.stream().filter(p -> p.thesisS() != null).mapToDouble(PredictedPhase::thesisS).sum();
        double tef = phases.stream().filter(p -> p.tefS() != null).mapToDouble(PredictedPhase::tefS).sum();
        return new Prediction(m, thesis, predicted + rest, interval, s.confidence(), tef, m.wallS(), m.stopS(), rest,
                ratios.ratio, phases, List.copyOf(ratios.all), ratios.lateness == null ? null : ratios.lateness.pace(),
                Arrays.stream(Estimator.values()).collect(Collectors.toMap(e -> e, ratios::weight)), 1,
                m.completedS() == null ? null : new ActualTime(m.completedS(), "the same run, not stopped"));
    }

    /**
     * Returns the possible difference between the rest of the run and the measured stretch due to slow changes, as seen
     * between stretches of the traced run. It scales with the scatter of occurrences here. The chance in the traced
     * time of that stretch adds to it, however quiet this machine is.
     *
     * @param traced weight of the estimators that use traced times, 0..1
     */
    private static double slowly(Signature s, StratumRatios ratios, double traced) {
        return s.trace().stretchSpread() * ratios.behindS()
                * Math.hypot(traced, Math.min(MAX_SCATTER_RATIO, ratios.more()));
    }

    /** Returns the time that was measured, s; a run cannot take less. */
    private static double measuredS(MeasuredSignature m) {
        return m.stopS() != null ? m.stopS()
                : m.samples().stream().mapToDouble(MeasuredSignature.Sample::measuredS).sum();
    }

    /**
     * Returns an interval that is symmetric on a logarithmic scale of the time that was not measured.
     *
     * @param measured lower limit of the run time, s
     * @param half half width for a small error, s
     */
    public static double[] interval(double predicted, double measured, double half) {
        double floor = Math.min(measured, predicted);
        double open = predicted - floor;
        double factor = open <= 0 ? 1 : factor(half / open);
        return new double[]{floor + open / factor, open <= 0 ? predicted + half : floor + open * factor};
    }

    /** Returns the time that was measured, s: the lower limit of any interval. */
    double measuredS() {
        return measuredS(measured);
    }

    /**
     * Returns the factor of an error on the logarithmic scale: an exponential, continued by its tangent above 1, where
     * a few samples with Student's factors would make it meaningless.
     *
     * @param error error as a share of the time that was not measured, at least 0
     */
    static double factor(double error) {
        return error <= 1 ? Math.exp(error) : Math.E * error;
    }

    /** Returns the error that has a {@link #factor}. */
    static double errorOf(double factor) {
        return factor <= Math.E ? Math.log(factor) : factor / Math.E;
    }

    /** Returns the same prediction with an interval that is wider by a factor, on its logarithmic scale. */
    public Prediction widened(double factor) {
        double floor = Math.min(measuredS(), predictedS);
        double open = predictedS - floor;
        double half = open <= 0 ? (intervalS[1] - predictedS) * factor
                : open * factor * errorOf((intervalS[1] - floor) / open);
        return new Prediction(measured, thesisS, predictedS, interval(predictedS, floor, half), confidence, tefS, wallS,
                stopS, restS, ratio, phases, strata, pace, weights, widening * factor, actual);
    }

    /** Returns the duration of the measurement, s: up to the stop, if the program was not ended there. */
    public double signatureS() {
        return measured.completedS() != null && stopS != null ? stopS : wallS;
    }

    /** Returns the half width of the interval as a share of the predicted time. */
    public double halfWidth() {
        return (intervalS[1] - intervalS[0]) / 2 / predictedS;
    }

    /** Compares the prediction with a run that was measured as a whole. */
    public Prediction against(ActualTime time) {
        return new Prediction(measured, thesisS, predictedS, intervalS, confidence, tefS, wallS, stopS, restS, ratio,
                phases, strata, pace, weights, widening, time);
    }

    /** Returns true if the interval contains the actual time; null without an actual time. */
    public Boolean holds() {
        return actual == null ? null : intervalS[0] <= actual.seconds() && actual.seconds() <= intervalS[1];
    }

    /** Returns the number of runs whose time is in the interval; 0 without actual times. */
    public int runsHeld() {
        return actual == null ? 0
                : (int) actual.runs()
                        .stream()
                        .filter(r -> intervalS[0] <= r.seconds() && r.seconds() <= intervalS[1])
                        .count();
    }

    /** Returns the error of Runbench's prediction as a share of the actual time; null without one. */
    public Double error() {
        return actual == null ? null : PredictedTime.error(predictedS, actual.seconds());
    }

    /** Returns the error of the thesis's prediction (EPTE) as a share of the actual time; null without one. */
    public Double thesisError() {
        return actual == null ? null : PredictedTime.error(thesisS, actual.seconds());
    }

    /** Returns a time as a share of the actual run time, or of the predicted one without it. */
    public double shareOfRun(double seconds) {
        return seconds / (actual == null ? predictedS : actual.seconds());
    }

    private static PredictedPhase phase(MeasuredSignature m, int p, StratumRatios ratios) {
        Signature.SignedPhase phase = m.signature().phases().get(p);
        double[] times = m.samples()
                .stream()
                .filter(o -> o.phase() == p)
                .mapToDouble(MeasuredSignature.Sample::measuredS)
                .toArray();
        double mean = IntStream.range(0, times.length).mapToDouble(i -> times[i] / times.length).sum();
        double squares = IntStream.range(0, times.length).mapToDouble(i -> (times[i] - mean) * (times[i] - mean)).sum();
        double ours = ratios.all.stream()
                .filter(r -> r.phase() == p)
                .mapToDouble(r -> phase.strata().get(r.stratum()).traceS() * r.ratio())
                .sum();
        return PredictedPhase.of(phase, times.length, mean,
                times.length < 2 ? 0 : Math.sqrt(squares / (times.length - 1)), ours / phase.traceS(), ours,
                PredictedPhase.efficiencies(m.samples(), p, m.signature().locations().size()));
    }

    /**
     * The uncertainty of a prediction. Terms are variances with their degrees of freedom; the interval is Student's
     * with Satterthwaite's degrees of freedom (Cochran, 5.16). {@link SampledError} contributes the sampling error.
     */
    private static final class Uncertainty {
        private double variance;
        private double fourth;

        void add(double deviation, double freedom) {
            double v = deviation * deviation;
            variance += v;
            fourth += v * v / Math.max(1, freedom);
        }

        double halfWidth(double confidence) {
            if (variance == 0) {
                return 0;
            }
            return Statistics.studentFactor(confidence, Math.max(1, variance * variance / fourth))
                    * Math.sqrt(variance);
        }
    }

    /**
     * The sampling error of a prediction. A sample i of unit u has the weight a = B_u / sum of the unit's x (B_u: its
     * traced time after the stop); its residual is d_i = m_i - r_u x_i, and the error of the prediction is the sum of
     * z_i = a d_i. Disturbances of a machine affect neighbouring samples of any phase. The variance therefore includes
     * covariances of all samples in order of time, sum z_i^2 + 2 sum z_i z_(i+k), up to the lag where pairs of
     * neighbouring covariances become negative (initial positive sequence: Geyer, Practical Markov Chain Monte Carlo,
     * 1992). For neighbours that compensate for each other, batch means are used; for a program that compensates for
     * all lost time, the pace ({@link Lateness}).
     *
     * @param deviation standard error of the prediction, s
     * @param freedom its degrees of freedom
     * @param correlation ratio to the error of independent samples; below 1: neighbours compensate for each other
     */
    private record SampledError(double deviation, double freedom, double correlation) {
        private static final double CLEAR_VARIANCE_RATIO = 0.5;
        private static final double MAX_LOAD_RATIO = 1.5;
        private static final int BATCHES = 10;
        /** Lower limit of the correlation, even for a program that keeps a schedule. */
        private static final double MIN_CORRELATION = 0.01;

        static SampledError of(StratumRatios ratios) {
            int n = ratios.observed.size();
            double[] z = new double[n];
            double[] uneven = new double[n];
            double behind = ratios.behindS();
            double scale = behind / ratios.observed.stream().mapToDouble(ObservedOccurrence::measuredS).sum();
            for (RatioUnit u : ratios.units) {
                double a = u.behindS() * ratios.combined(u).factor() / u.fit().sumS();
                // With so few samples their own ratio leaves no residual.
                double r = u.samples().size() < RatioFit.MIN_SAMPLES ? ratios.shrunk(u) : u.fit().ratio();
                for (int k = 0; k < u.samples().size(); k++) {
                    int at = ratios.observed.indexOf(u.samples().get(k));
                    double d = u.samples().get(k).measuredS() - r * u.fit().expectedS()[k];
                    z[at] = a * d;
                    uneven[at] = (a - scale) * d;
                }
            }
            double squares = covariance(z, 0);
            if (squares == 0) {
                return new SampledError(0, 1, 1);
            }
            if (ratios.lateness != null) {
                // The pace is that of all phases together: different proportions of phases after the stop increase the
                // error.
                double left = inTime(uneven, covariance(uneven, 0));
                double paced = Math.pow(ratios.lateness.error() * behind, 2);
                return new SampledError(Math.sqrt(left + paced), n / 4.0,
                        Math.max(MIN_CORRELATION, Math.min(1, (left + paced) / squares)));
            }
            double correlation = Math.min(n / 2.0, Math.max(MIN_CORRELATION, inTime(z, squares) / squares));
            double inTrace = inTrace(ratios);
            // On a machine that is much busier than the traced one, compensation may take longer.
            if (inTrace < correlation && n >= 2 * BATCHES && ratios.more() <= MAX_LOAD_RATIO) {
                correlation = Math.sqrt(correlation * inTrace);
            }
            double worth = n / Math.max(1, correlation);
            // Residuals refer to the samples' own ratios, one per unit.
            double own = ratios.units.size() * Math.max(1, correlation);
            return new SampledError(Math.sqrt(squares * correlation * n / Math.max(1, n - own)),
                    correlation < 1 ? BATCHES - 1 : worth - ratios.units.size(), correlation);
        }

        /**
         * Returns the variance of stretches of the traced run as long as the measured one, relative to that of
         * independent occurrences; 1 unless it is clearly less.
         */
        private static double inTrace(StratumRatios ratios) {
            double time = ratios.units.stream().mapToDouble(RatioUnit::tracedS).sum();
            double independent = ratios.units.stream()
                    .mapToDouble(u -> Math.pow(u.tracedS() / time * u.spread(), 2) / u.samples().size())
                    .sum();
            double seen = Math.pow(ratios.stretchSpread(), 2);
            double kept = seen == 0 || independent == 0 ? 1 : seen / independent;
            return kept < CLEAR_VARIANCE_RATIO ? Math.max(MIN_CORRELATION, kept) : 1;
        }

        /** Returns the variance of the sum of z, in order of time. */
        private static double inTime(double[] z, double squares) {
            double all = squares;
            for (int k = 1; k + 1 < z.length / 2; k += 2) {
                double pair = covariance(z, k) + covariance(z, k + 1);
                if (pair <= 0) {
                    return k > 1 || z.length < 2 * BATCHES ? all : batches(z);
                }
                all += 2 * pair;
            }
            return all;
        }

        /** Returns the sum of squares of batch sums, for neighbours that compensate for each other. */
        private static double batches(double[] z) {
            double all = 0;
            for (int b = 0; b < BATCHES; b++) {
                all += Math.pow(IntStream.range(b * z.length / BATCHES, (b + 1) * z.length / BATCHES)
                        .mapToDouble(i -> z[i])
                        .sum(), 2);
            }
            return all * BATCHES / (BATCHES - 1);
        }

        private static double covariance(double[] z, int lag) {
            double sum = 0;
            for (int i = lag; i < z.length; i++) {
                sum += z[i] * z[i - lag];
            }
            return sum;
        }
    }
}
