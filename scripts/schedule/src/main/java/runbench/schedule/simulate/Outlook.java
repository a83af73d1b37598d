package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Estimates the remaining cost of an unfinished schedule, to rank schedules in a search. It is an estimate, not a
 * bound, because demands vary over time. Prices (see {@link GangSets#prices}) accumulate during the search. The highest
 * estimate counts, because each one is a lower bound under mean demands.
 */
final class Outlook {
    private static final int MAX_PRICES = 64;

    private static final double DERIVATIVE_STEP = 1e-6;

    /** The objective of a schedule, with the method of its estimate. */
    enum Aim {
        /** The time until all programs have ended. */
        MAKESPAN,
        /** The sum of turnarounds if memory were the only resource: programs end one after the other. */
        TURNAROUND_BY_MEMORY,
        /**
         * The sum of turnarounds if CPUs were the only resource: shortest remaining time first, on as many CPUs as
         * requested.
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

    /**
     * Creates an estimate.
     *
     * @param aim objective
     * @param wanted requested CPUs of each program
     * @param cpus number of CPUs
     */
    Outlook(Aim aim, int[] wanted, int cpus) {
        this.aim = aim;
        this.wanted = wanted.clone();
        programs = wanted.length;
        order = new int[programs];
        size = new double[programs];
        free = new double[cpus];
    }

    /**
     * Adds prices.
     *
     * @param additional prices per program; null is ignored
     */
    void add(double[] additional) {
        if (additional != null && prices.size() < MAX_PRICES) {
            prices.add(additional);
        }
    }

    private double[] highestPrices(double[] remaining) {
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
     * Returns the remaining time (or sum of turnarounds).
     *
     * @param remaining remaining time alone of each program, seconds
     * @param worth receives the derivative with respect to each program's remaining time; null if not needed
     */
    double remainingCost(double[] remaining, double[] worth) {
        double[] price = highestPrices(remaining);
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
        double sum = listSchedule(remaining, -1);
        for (int p = 0; worth != null && p < programs; p++) {
            worth[p] = remaining[p] > 0 ? stretch * (sum - listSchedule(remaining, p)) / DERIVATIVE_STEP : 0;
        }
        return stretch * sum;
    }

    /**
     * Returns the sum of the end times under list scheduling, shortest remaining time first.
     *
     * @param remaining remaining time alone of each program
     * @param reduced program whose remaining time is reduced slightly; -1 for none
     */
    private double listSchedule(double[] remaining, int reduced) {
        Arrays.fill(free, 0);
        for (int p = 0; p < programs; p++) {
            size[p] = remaining[p] - (p == reduced ? DERIVATIVE_STEP : 0);
        }
        int left = sorted(remaining);
        double sum = 0;
        for (int k = 0; k < left; k++) {
            int p = order[k];
            // The CPUs that become free first are at the front.
            double end = free[wanted[p] - 1] + size[p];
            Arrays.fill(free, 0, wanted[p], end);
            Arrays.sort(free);
            sum += end;
        }
        return sum;
    }

    /**
     * Sorts the programs with remaining time by size.
     *
     * @return number of programs
     */
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

    /** Returns the sum of turnarounds if programs end one after the other, each not before its time alone. */
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
