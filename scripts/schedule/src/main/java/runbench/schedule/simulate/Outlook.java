package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is yet to come of an unfinished schedule, as a search ranks them: an estimate, no bound, for programs do not ask
 * for their averages all along. Prices (see {@link GangSets#prices}) are gathered as it goes; the dearest of them
 * count, for each is a lower bound of the time that the averages would need.
 */
final class Outlook {
    private static final int MOST_PRICES = 64;

    private static final double SMALL = 1e-6;

    /** What a schedule is to be good for, and how that is estimated. */
    enum Aim {
        /** The time until all have ended. */
        MAKESPAN,
        /** The sum of turnarounds, as if memory were all that counts: programs end one after the other. */
        TURNAROUND_BY_MEMORY,
        /**
         * The sum of turnarounds, as if CPUs were all that counts: whoever has least to do comes first, on as many as
         * it wants.
         */
        TURNAROUND_BY_CPUS
    }

    private final Aim aim;
    private final int programs;
    private final int[] wanted;
    private final List<double[]> prices = new ArrayList<>();
    private final int[] order;
    private final double[] size;
    private final double[] free;

    /** @param wanted CPUs of each program @param cpus that there are */
    Outlook(Aim aim, int[] wanted, int cpus) {
        this.aim = aim;
        this.wanted = wanted.clone();
        programs = wanted.length;
        order = new int[programs];
        size = new double[programs];
        free = new double[cpus];
    }

    /** @param more null is left out */
    void add(double[] more) {
        if (more != null && prices.size() < MOST_PRICES) {
            prices.add(more);
        }
    }

    private double[] dearest(double[] remaining) {
        double[] found = prices.get(0);
        double most = -1;
        for (double[] one : prices) {
            double sum = 0;
            for (int p = 0; p < programs; p++) {
                sum += one[p] * remaining[p];
            }
            if (sum > most) {
                most = sum;
                found = one;
            }
        }
        return found;
    }

    /**
     * What is yet to be added to the time (or to the sum of turnarounds), where {@code remaining} is each program's
     * time alone.
     *
     * @param worth takes in how much of it each second less of a program's remaining time would save; null where nobody
     *     asks
     */
    double of(double[] remaining, double[] worth) {
        double[] price = dearest(remaining);
        double time = 0;
        double longest = 0;
        double processing = 0;
        for (int p = 0; p < programs; p++) {
            time += price[p] * remaining[p];
            longest = Math.max(longest, remaining[p]);
            processing += remaining[p] * wanted[p] / free.length;
        }
        if (aim == Aim.MAKESPAN) {
            if (worth != null) {
                System.arraycopy(price, 0, worth, 0, programs);
            }
            return time;
        }
        if (aim == Aim.TURNAROUND_BY_MEMORY) {
            return smallestFirst(remaining, price, worth);
        }
        double stretch = longest > 0 ? time / Math.max(longest, processing) : 1;
        double sum = listed(remaining, -1);
        for (int p = 0; worth != null && p < programs; p++) {
            worth[p] = remaining[p] > 0 ? stretch * (sum - listed(remaining, p)) / SMALL : 0;
        }
        return stretch * sum;
    }

    /**
     * The sum of the times at which programs end that wait for their CPUs, who has least to do first. @param less who
     * has a little less to do; -1 for nobody
     */
    private double listed(double[] remaining, int less) {
        Arrays.fill(free, 0);
        for (int p = 0; p < programs; p++) {
            size[p] = remaining[p] - (p == less ? SMALL : 0);
        }
        int left = sorted(remaining);
        double sum = 0;
        for (int k = 0; k < left; k++) {
            int p = order[k];
            // The CPUs that are free soonest stand first.
            double end = free[wanted[p] - 1] + size[p];
            Arrays.fill(free, 0, wanted[p], end);
            Arrays.sort(free);
            sum += end;
        }
        return sum;
    }

    /** Those of whom something remains into the order of their sizes. @return how many */
    private int sorted(double[] remaining) {
        int left = 0;
        for (int p = 0; p < programs; p++) {
            if (remaining[p] > 0) {
                int at = left++;
                while (at > 0 && size[order[at - 1]] > size[p]) {
                    order[at] = order[at - 1];
                    at--;
                }
                order[at] = p;
            }
        }
        return left;
    }

    /** As if programs ended one after the other, each no sooner than it could alone. */
    private double smallestFirst(double[] remaining, double[] price, double[] worth) {
        for (int p = 0; p < programs; p++) {
            size[p] = price[p] * remaining[p];
            if (worth != null) {
                worth[p] = 0;
            }
        }
        int left = sorted(remaining);
        double sum = 0;
        double before = 0;
        for (int k = 0; k < left; k++) {
            before += size[order[k]];
            sum += Math.max(before, remaining[order[k]]);
            for (int j = 0; worth != null && before >= remaining[order[k]] && j <= k; j++) {
                worth[order[j]] += price[order[j]];
            }
            if (worth != null && before < remaining[order[k]]) {
                worth[order[k]] += 1;
            }
        }
        return sum;
    }
}
