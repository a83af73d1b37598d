package runbench.schedule.contention;

import java.util.Arrays;
import java.util.List;

/**
 * How much longer a program takes beside another one that goes on and on, where what they ask of memory changes on
 * their way: from one change to the next both go as fast as the model says, and where the other stands when the program
 * begins is averaged over.
 */
final class SideBySide {
    /** Places in the other's course at which the program begins, evenly spread. */
    private static final int BEGINNINGS = 16;
    /** Beyond that the other comes round so often, or has so many stretches, that its mean stands for it. */
    private static final double MOST_CHANGES = 200_000;
    private static final long MOST_PAIRS = 1_000_000;

    private final Contention model;
    private final ProgramDemand victim;
    private final ProgramDemand other;
    private final List<ProgramDemand.Stretch> way;
    private final List<ProgramDemand.Stretch> otherWay;
    private final double[] byItself;
    private final double[] otherByItself;
    /** Slow-downs of both, by the stretch of the one and of the other; NaN where not asked for yet. */
    private final double[] slows;
    private final double[] otherSlows;
    private final double[] demand;
    private final double[] waiting;
    private final double[] speeds;

    private SideBySide(Contention model, ProgramDemand victim, ProgramDemand other) {
        this.model = model;
        this.victim = victim;
        this.other = other;
        way = victim.way();
        otherWay = changes(victim, other) > MOST_CHANGES || (long) way.size() * other.way().size() > MOST_PAIRS
                ? other.steady().way()
                : other.way();
        int threads = victim.threads() + other.threads();
        demand = new double[threads];
        waiting = new double[threads];
        speeds = new double[threads];
        byItself = way.stream().mapToDouble(s -> byItself(victim, s)).toArray();
        otherByItself = otherWay.stream().mapToDouble(s -> byItself(other, s)).toArray();
        slows = new double[way.size() * otherWay.size()];
        otherSlows = new double[slows.length];
        Arrays.fill(slows, Double.NaN);
    }

    /** Of the other's stretches that go by until the victim has ended, about. */
    private static double changes(ProgramDemand victim, ProgramDemand other) {
        return other.way().size() * seconds(victim.way()) / seconds(other.way());
    }

    private static double seconds(List<ProgramDemand.Stretch> way) {
        return way.stream().mapToDouble(ProgramDemand.Stretch::seconds).sum();
    }

    static double slowdown(Contention model, ProgramDemand victim, ProgramDemand other) {
        return new SideBySide(model, victim, other).mean();
    }

    private double mean() {
        if (slows.length == 1) {
            return slows[together(0, 0)];
        }
        double sum = 0;
        for (int k = 0; k < BEGINNINGS; k++) {
            sum += beginningAt((k + 0.5) / BEGINNINGS * seconds(otherWay));
        }
        return sum / BEGINNINGS / seconds(way);
    }

    /** @param ahead seconds alone that the other is ahead */
    private double beginningAt(double ahead) {
        int j = 0;
        double otherLeft = otherWay.get(0).seconds() - ahead;
        while (otherLeft <= 0) {
            j = (j + 1) % otherWay.size();
            otherLeft += otherWay.get(j).seconds();
        }
        double wall = 0;
        int i = 0;
        double left = way.get(0).seconds();
        while (true) {
            int pair = together(i, j);
            double needed = left * slows[pair];
            double otherNeeds = otherLeft * otherSlows[pair];
            if (needed <= otherNeeds) {
                wall += needed;
                otherLeft -= needed / otherSlows[pair];
                if (++i == way.size()) {
                    return wall;
                }
                left = way.get(i).seconds();
            } else {
                wall += otherNeeds;
                left -= otherNeeds / slows[pair];
                j = (j + 1) % otherWay.size();
                otherLeft = otherWay.get(j).seconds();
            }
        }
    }

    /** @return the place of both slow-downs */
    private int together(int i, int j) {
        int pair = i * otherWay.size() + j;
        if (Double.isNaN(slows[pair])) {
            fill(0, victim, way.get(i));
            fill(victim.threads(), other, otherWay.get(j));
            model.speeds(demand.length, demand, waiting, speeds);
            slows[pair] = byItself[i] / speeds[0];
            otherSlows[pair] = otherByItself[j] / speeds[victim.threads()];
        }
        return pair;
    }

    /** Its threads wait for each other when it is alone, too. */
    private double byItself(ProgramDemand p, ProgramDemand.Stretch s) {
        fill(0, p, s);
        model.speeds(p.threads(), demand, waiting, speeds);
        return speeds[0];
    }

    private void fill(int from, ProgramDemand p, ProgramDemand.Stretch s) {
        Arrays.fill(demand, from, from + p.threads(), s.traffic() / p.threads());
        Arrays.fill(waiting, from, from + p.threads(), s.waiting());
    }
}
