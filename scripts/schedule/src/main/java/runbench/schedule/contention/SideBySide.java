package runbench.schedule.contention;

import java.util.Arrays;
import java.util.List;

/**
 * Computes the slow-down of a program by another program that repeats endlessly, where both demands change over time.
 * Between two changes, both programs run at the speeds of the model. The result is the mean over the position of the
 * other program at the victim's start.
 */
final class SideBySide {
    /** Number of evenly spaced positions of the other program at the victim's start. */
    private static final int BEGINNINGS = 16;
    /** Number of changes of the other program during the victim's run beyond which its mean replaces its stretches. */
    private static final double MAX_CHANGES = 200_000;
    private static final long MAX_PAIRS = 1_000_000;

    private final Contention model;
    private final ProgramDemand victim;
    private final ProgramDemand other;
    private final List<ProgramDemand.Stretch> stretches;
    private final List<ProgramDemand.Stretch> otherStretches;
    private final double[] speedAlone;
    private final double[] otherSpeedAlone;
    /** Slow-downs of both programs, indexed by pairs of stretches; NaN if not computed yet. */
    private final double[] slows;
    private final double[] otherSlows;
    private final double[] demand;
    private final double[] waiting;
    private final double[] speeds;

    private SideBySide(Contention model, ProgramDemand victim, ProgramDemand other) {
        this.model = model;
        this.victim = victim;
        this.other = other;
        stretches = victim.stretchesOrMean();
        otherStretches = changes(victim, other) > MAX_CHANGES
                || (long) stretches.size() * other.stretchesOrMean().size() > MAX_PAIRS
                        ? other.steady().stretchesOrMean()
                        : other.stretchesOrMean();
        int threads = victim.threads() + other.threads();
        demand = new double[threads];
        waiting = new double[threads];
        speeds = new double[threads];
        speedAlone = stretches.stream().mapToDouble(s -> speedAlone(victim, s)).toArray();
        otherSpeedAlone = otherStretches.stream().mapToDouble(s -> speedAlone(other, s)).toArray();
        slows = new double[stretches.size() * otherStretches.size()];
        otherSlows = new double[slows.length];
        Arrays.fill(slows, Double.NaN);
    }

    /** Estimates the number of the other program's stretches that pass during the victim's run. */
    private static double changes(ProgramDemand victim, ProgramDemand other) {
        return other.stretchesOrMean().size() * seconds(victim.stretchesOrMean()) / seconds(other.stretchesOrMean());
    }

    private static double seconds(List<ProgramDemand.Stretch> stretches) {
        return stretches.stream().mapToDouble(ProgramDemand.Stretch::seconds).sum();
    }

    static double slowdown(Contention model, ProgramDemand victim, ProgramDemand other) {
        return new SideBySide(model, victim, other).mean();
    }

    private double mean() {
        if (slows.length == 1) {
            return slows[pairIndex(0, 0)];
        }
        double sum = 0;
        for (int k = 0; k < BEGINNINGS; k++) {
            sum += beginningAt((k + 0.5) / BEGINNINGS * seconds(otherStretches));
        }
        return sum / BEGINNINGS / seconds(stretches);
    }

    /**
     * Returns the victim's wall time in seconds.
     *
     * @param ahead lead of the other program, in seconds of its time alone
     */
    private double beginningAt(double ahead) {
        int j = 0;
        double otherLeft = otherStretches.get(0).seconds() - ahead;
        while (otherLeft <= 0) {
            j = (j + 1) % otherStretches.size();
            otherLeft += otherStretches.get(j).seconds();
        }
        double wall = 0;
        int i = 0;
        double left = stretches.get(0).seconds();
        while (true) {
            int pair = pairIndex(i, j);
            double needed = left * slows[pair];
            double otherNeeds = otherLeft * otherSlows[pair];
            if (needed <= otherNeeds) {
                wall += needed;
                otherLeft -= needed / otherSlows[pair];
                if (++i == stretches.size()) {
                    return wall;
                }
                left = stretches.get(i).seconds();
            } else {
                wall += otherNeeds;
                left -= otherNeeds / slows[pair];
                j = (j + 1) % otherStretches.size();
                otherLeft = otherStretches.get(j).seconds();
            }
        }
    }

    /** Returns the index of both slow-downs, which are computed on first use. */
    private int pairIndex(int i, int j) {
        int pair = i * otherStretches.size() + j;
        if (Double.isNaN(slows[pair])) {
            fill(0, victim, stretches.get(i));
            fill(victim.threads(), other, otherStretches.get(j));
            model.speeds(demand.length, demand, waiting, speeds);
            slows[pair] = speedAlone[i] / speeds[0];
            otherSlows[pair] = otherSpeedAlone[j] / speeds[victim.threads()];
        }
        return pair;
    }

    /** Returns the speed of a program's threads without other programs; its threads also wait for each other. */
    private double speedAlone(ProgramDemand p, ProgramDemand.Stretch s) {
        fill(0, p, s);
        model.speeds(p.threads(), demand, waiting, speeds);
        return speeds[0];
    }

    private void fill(int from, ProgramDemand p, ProgramDemand.Stretch s) {
        Arrays.fill(demand, from, from + p.threads(), s.traffic() / p.threads());
        Arrays.fill(waiting, from, from + p.threads(), s.waiting());
    }
}
