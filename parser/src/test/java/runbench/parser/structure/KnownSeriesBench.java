package runbench.parser.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Function;
import runbench.parser.structure.KnownSeries.Noise;

/** Prints what is found in series of known structure: run by scripts/bench/structure. */
final class KnownSeriesBench {
    private KnownSeriesBench() {
    }

    /** @param args series of each kind, and structureless ones in all */
    public static void main(String[] args) {
        int each = Integer.parseInt(args[0]);
        int none = Integer.parseInt(args[1]);
        System.out.println(
                "kind                            series  change points: precision  recall   period found  count "
                        + "right  error p50    max   drift");
        kind("steps, 1 of 3-6 sd", each, r -> KnownSeries.steps(1, 3, r));
        kind("steps, 5 of 3-6 sd", each, r -> KnownSeries.steps(5, 3, r));
        kind("steps, 5 of 1-2 sd", each, r -> KnownSeries.steps(5, 1, r));
        kind("steps, 15 of 3-6 sd", each, r -> KnownSeries.steps(15, 3, r));
        kind("ramps, 4 breaks", each, r -> KnownSeries.ramps(4, r));
        kind("38 repeats, 5 % jitter", each, r -> KnownSeries.repeats(38, 0.05, 0, 0, r));
        kind("38 repeats after set-up", each, r -> KnownSeries.repeats(38, 0.05, 0, 300, r));
        kind("8 repeats", each, r -> KnownSeries.repeats(8, 0.02, 0, 400, r));
        kind("200 repeats, 2 % jitter", each, r -> KnownSeries.repeats(200, 0.02, 0, 0, r));
        kind("30 repeats, twice as long", each, r -> KnownSeries.repeats(30, 0.03, 1, 0, r));
        System.out.println("\nstructureless          series  change points  repetition  trend  any (false alarms)");
        int perKind = none / Noise.values().length;
        int alarms = 0;
        for (Noise noise : Noise.values()) {
            alarms += alarms(noise, perKind);
        }
        System.out.printf(Locale.ROOT, "all                   %7d %34s %d = %.1f %%%n", perKind * Noise.values().length,
                "", alarms, 100.0 * alarms / (perKind * Noise.values().length));
    }

    private static int alarms(Noise noise, int count) {
        SplittableRandom random = new SplittableRandom(7);
        int change = 0;
        int repetition = 0;
        int trend = 0;
        int any = 0;
        for (int i = 0; i < count; i++) {
            Structure s = KnownSeries.nothing(noise, 1 + i % 4, i % 2 == 0 ? 1000 : 3500, random).found();
            change += s.changePoints().isEmpty() ? 0 : 1;
            repetition += s.repetitions().isEmpty() ? 0 : 1;
            trend += s.trends().isEmpty() ? 0 : 1;
            any += s.isFound() ? 1 : 0;
        }
        System.out.printf(Locale.ROOT, "%-20s %8d %14d %11d %6d %5d%n", noise, count, change, repetition, trend, any);
        return any;
    }

    private static void kind(String name, int count, Function<SplittableRandom, KnownSeries> made) {
        SplittableRandom random = new SplittableRandom(11);
        int hits = 0;
        int found = 0;
        int recalled = 0;
        int known = 0;
        int periods = 0;
        int counts = 0;
        int drifts = 0;
        List<Double> errors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            KnownSeries k = made.apply(random);
            Structure s = k.found();
            ChangeMatch m = ChangeMatch.of(k, s);
            hits += m.right();
            found += m.found();
            recalled += m.recalled();
            known += m.known();
            if (!s.repetitions().isEmpty()) {
                Structure.Repetition r = s.repetitions().get(0);
                periods++;
                counts += r.count() == k.count() ? 1 : 0;
                drifts += r.drift() != null ? 1 : 0;
                errors.add(Math.abs(r.period() / k.period() - 1));
            }
        }
        errors.sort(null);
        System.out.printf(Locale.ROOT, "%-30s %7d %25.3f %7.3f %14d %12d %9s %7s %6d%n", name, count,
                (double) hits / Math.max(1, found), (double) recalled / Math.max(1, known), periods, counts,
                percent(errors, 0.5), percent(errors, 1), drifts);
    }

    private static String percent(List<Double> sorted, double at) {
        return sorted.isEmpty() || sorted.get(0).isNaN() ? "-"
                : String.format(Locale.ROOT, "%.2f %%", 100 * sorted.get((int) (at * (sorted.size() - 1))));
    }
}
