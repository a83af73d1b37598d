package runbench.pas2p.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.predict.Prediction.Estimator;
import runbench.pas2p.predict.Usability;

/** Programs of known durations that were traced while other programs ran, and measured alone, and the other way. */
class DisturbedTraceTest {
    private static final double OURS_ABOVE_THESIS = 0.01;

    /** The durations of a program's occurrences, ms. */
    enum Kind {
        CONSTANT(1000) {
            @Override
            double millis(int i) {
                return 10;
            }
        },
        DRIFTING(3000) {
            @Override
            double millis(int i) {
                return 2 + 4.0 * i / 3000;
            }
        },
        TWO_LEVELS(2000) {
            @Override
            double millis(int i) {
                return i < 1000 ? 4 : 6;
            }
        },
        RARE(3700) {
            @Override
            double millis(int i) {
                return i % 37 == 20 ? 30 : 3;
            }
        },
        NESTED(3000) {
            @Override
            double millis(int i) {
                return i % 23 < 20 ? 3 : 1;
            }
        };

        final int count;

        Kind(int count) {
            this.count = count;
        }

        abstract double millis(int i);

        int phase(int i) {
            return this == NESTED && i % 23 >= 20 ? 1 : 0;
        }
    }

    /** The wait for a processor in each occurrence, as a multiple of its time. */
    enum Load {
        NONE {
            @Override
            double waits(double at, SplittableRandom random) {
                return 0;
            }
        },
        /** Many programs run at first and end after 60 % of the occurrences. */
        HEAVY_AT_FIRST {
            @Override
            double waits(double at, SplittableRandom random) {
                return at < 0.6 ? 1 + 5 * random.nextDouble() : 0;
            }
        },
        /** One program per processor shares it evenly during the first half. */
        EVEN_AT_FIRST {
            @Override
            double waits(double at, SplittableRandom random) {
                return at < 0.5 ? 1 + 0.03 * random.nextGaussian() : 0;
            }
        },
        /** Programs come and go. */
        BURSTS {
            @Override
            double waits(double at, SplittableRandom random) {
                return (int) (at * 40) % 3 == 0 ? 4 * random.nextDouble() : 0;
            }
        };

        abstract double waits(double at, SplittableRandom random);
    }

    /**
     * Returns a run.
     *
     * @param counted true: the kernel counted the waits
     */
    private static SimulatedProgram.Run run(Kind kind, Load load, boolean counted, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] phases = IntStream.range(0, kind.count).map(kind::phase).toArray();
        long[] ends = new long[kind.count];
        long[] starved = new long[kind.count];
        double now = 2e6;
        for (int i = 0; i < kind.count; i++) {
            double own = 1e6 * kind.millis(i) * (1 + 0.01 * random.nextGaussian());
            double waits = own * Math.max(0, load.waits((double) i / kind.count, random));
            now += own + waits;
            ends[i] = (long) now;
            starved[i] = counted ? (long) waits : 0;
        }
        return new SimulatedProgram.Run(phases, ends, new double[kind.count], 0, (long) (now + 3e6), starved);
    }

    private static Prediction predicted(Kind kind, Load traced, boolean counted, Load measured) {
        Signature signature = SimulatedSignature.of(run(kind, traced, counted, 1), SignatureOptions.DEFAULT);
        Prediction p = Prediction.of(SimulatedSignature.measured(signature, run(kind, measured, counted, 2)));
        System.out.printf("%s traced %s%s, measured %s: ours %.2f s [%.2f, %.2f], PTE %.2f s, truth %.2f s, %s%n", kind,
                traced, counted ? "" : " (waits not counted)", measured, p.predictedS(), p.intervalS()[0],
                p.intervalS()[1], p.thesisS(), p.actual().seconds(), p.weights());
        return p;
    }

    @ParameterizedTest
    @EnumSource
    void quietTraceIsPredictedByItsRatios(Kind kind) {
        Prediction p = predicted(kind, Load.NONE, true, Load.NONE);
        assertThat(p.error()).isLessThan(0.02);
        assertThat(p.holds()).isTrue();
        assertThat(p.weights().get(Estimator.CPU_TIME)).as("nothing to correct").isZero();
        assertThat(Usability.of(p)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"CONSTANT, HEAVY_AT_FIRST", "CONSTANT, EVEN_AT_FIRST", "CONSTANT, BURSTS", "DRIFTING, HEAVY_AT_FIRST",
            "DRIFTING, EVEN_AT_FIRST", "DRIFTING, BURSTS", "TWO_LEVELS, HEAVY_AT_FIRST", "TWO_LEVELS, EVEN_AT_FIRST",
            "TWO_LEVELS, BURSTS", "RARE, HEAVY_AT_FIRST", "RARE, EVEN_AT_FIRST", "RARE, BURSTS",
            "NESTED, HEAVY_AT_FIRST", "NESTED, EVEN_AT_FIRST", "NESTED, BURSTS"})
    void disturbedTraceIsPredictedNoWorseThanByTheThesis(Kind kind, Load load) {
        Prediction p = predicted(kind, load, true, Load.NONE);
        assertThat(p.error()).isLessThanOrEqualTo(p.thesisError() + OURS_ABOVE_THESIS);
    }

    /** Checks that measured occurrences decide if they contradict the scatter of a trace without counted waits. */
    @ParameterizedTest
    @EnumSource(value = Load.class, names = {"HEAVY_AT_FIRST", "BURSTS"})
    void measurementContradictsTheTrace(Load load) {
        Prediction p = predicted(Kind.CONSTANT, load, false, Load.NONE);
        assertThat(p.error()).isLessThan(0.03);
        assertThat(p.weights().get(Estimator.MEANS)).isGreaterThan(0.9);
    }

    @Test
    void cpuTimesKeepTheProgramsOwnChange() {
        Prediction p = predicted(Kind.DRIFTING, Load.EVEN_AT_FIRST, true, Load.NONE);
        assertThat(p.error()).isLessThan(0.1);
        assertThat(p.thesisError()).isGreaterThan(0.3);
    }

    @Test
    void intervalNeverReachesBelowTheMeasuredTime() {
        assertThat(Prediction.interval(10, 4, 0)).containsExactly(10, 10);
        assertThat(Prediction.interval(10, 4, 60)[0]).isGreaterThanOrEqualTo(4);
        double[] narrow = Prediction.interval(10, 0, 0.1);
        assertThat(narrow[0]).isCloseTo(9.9, within(0.001));
        assertThat(narrow[1]).isCloseTo(10.1, within(0.001));
        double[] wide = Prediction.interval(10, 4, 6);
        assertThat(Prediction.interval(10, 4, 60)[1]).as("ten times the open time").isLessThan(200);
        assertThat(wide[1] - 10).as("asymmetric").isGreaterThan(1.5 * (10 - wide[0]));
    }
}
