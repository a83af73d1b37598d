package runbench.parser.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Function;
import runbench.parser.structure.KnownSeries.Noise;

/** Prints a table of findings in series of known structure: run by scripts/bench/structure. */
final class KnownSeriesBench {
    private KnownSeriesBench() {
    }

    /**
     * Series of one kind.
     *
     * @param trends whether the rates follow a line
     */
    record Kind(String name, boolean trends, Function<SplittableRandom, KnownSeries> made) {
        Row row(int series) {
            Row row = new Row(this);
            SplittableRandom random = new SplittableRandom(11);
            for (int i = 0; i < series; i++) {
                row.add(made.apply(random));
            }
            return row;
        }
    }

    /** The findings in the series of one kind. */
    static final class Row {
        private final Kind kind;
        private int series;
        private int right;
        private int found;
        private int recalled;
        private int known;
        private int repetitions;
        private int rightRepetitions;
        private int trends;
        private int falseClaims;

        Row(Kind kind) {
            this.kind = kind;
        }

        private void add(KnownSeries k) {
            Structure s = k.found();
            ChangeMatch m = ChangeMatch.of(k, s);
            series++;
            right += m.right();
            found += m.found();
            recalled += m.recalled();
            known += m.known();
            boolean repeats = k.count() > 0;
            repetitions += repeats ? 1 : 0;
            rightRepetitions += s.repetitions().stream().anyMatch(r -> r.count() == k.count()) ? 1 : 0;
            trends += kind.trends() && !s.trends().isEmpty() ? 1 : 0;
            boolean wrong = !repeats && !s.repetitions().isEmpty() || !kind.trends() && !s.trends().isEmpty()
                    || m.right() < m.found();
            falseClaims += wrong ? 1 : 0;
        }

        int series() {
            return series;
        }

        /** Returns the number of series with at least one claim that is not true. */
        int falseClaims() {
            return falseClaims;
        }

        double precision() {
            return (double) right / found;
        }

        double recall() {
            return (double) recalled / known;
        }

        private double f1() {
            return 2 * precision() * recall() / (precision() + recall());
        }

        private void print() {
            System.out.printf(Locale.ROOT, "%-32s %6d  %9s %7s %6s  %7s %7s %7s  %12d%n", kind.name(), series,
                    share(precision()), share(recall()), share(f1()), share((double) rightRepetitions / repetitions),
                    kind.trends() ? trends + "" : "-", found, falseClaims);
        }

        private static String share(double value) {
            return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
        }
    }

    /** @param args number of series of each kind with structure, and of each kind without */
    public static void main(String[] args) {
        int each = Integer.parseInt(args[0]);
        int none = Integer.parseInt(args[1]);
        System.out.println(
                "                                         change points             repeats  trends  changes  series with");
        System.out.println(
                "kind                             series  precision  recall     F1  counted   found    found  false claims");
        List<Row> structured = rows(structured(), each);
        total("all with structure", structured);
        List<Row> uniform = rows(uniform(), none);
        total("all uniform", uniform);
    }

    private static List<Row> rows(List<Kind> kinds, int each) {
        List<Row> rows = new ArrayList<>();
        for (Kind kind : kinds) {
            Row row = kind.row(each);
            row.print();
            rows.add(row);
        }
        return rows;
    }

    private static void total(String name, List<Row> rows) {
        int series = rows.stream().mapToInt(Row::series).sum();
        int wrong = rows.stream().mapToInt(Row::falseClaims).sum();
        System.out.printf(Locale.ROOT, "%s: %d of %d series with false claims = %.1f %%%n%n", name, wrong, series,
                100.0 * wrong / series);
    }

    /** Returns the kinds whose structure must be found: factors of at least 2 over at least 20 samples. */
    static List<Kind> clear() {
        List<Kind> kinds = new ArrayList<>();
        for (double factor : new double[]{2, 10, 1000}) {
            kinds.add(kind("step x" + factor, r -> KnownSeries.step(perBin(r), factor, 100 + r.nextInt(400), r)));
        }
        for (int bins : new int[]{20, 50, 100}) {
            kinds.add(kind("pulse x2 of " + bins, r -> KnownSeries.pulse(perBin(r), 2, bins, r)));
            kinds.add(kind("pulse x10 of " + bins, r -> KnownSeries.pulse(perBin(r), 10, bins, r)));
        }
        kinds.add(kind("random telegraph x2", r -> KnownSeries.telegraph(perBin(r), 2, r)));
        kinds.add(kind("random telegraph x10", r -> KnownSeries.telegraph(perBin(r), 10, r)));
        kinds.add(kind("2 levels, cycles of 40", r -> KnownSeries.nested(5, 8, 40, r)));
        return kinds;
    }

    private static List<Kind> structured() {
        List<Kind> kinds = new ArrayList<>(clear());
        kinds.add(kind("step x1.1", r -> KnownSeries.step(perBin(r), 1.1, 500, r)));
        kinds.add(kind("step x1.3", r -> KnownSeries.step(perBin(r), 1.3, 500, r)));
        kinds.add(kind("pulse x10 of 5", r -> KnownSeries.pulse(perBin(r), 10, 5, r)));
        kinds.add(kind("2 levels, cycles of 10", r -> KnownSeries.nested(5, 8, 10, r)));
        for (double factor : new double[]{1.5, 3, 30}) {
            kinds.add(new Kind("ramp x" + factor, true, r -> KnownSeries.ramp(perBin(r), factor, r)));
        }
        kinds.add(kind("5 steps of 3-6 sd", r -> KnownSeries.steps(5, 3, r)));
        kinds.add(kind("15 steps of 3-6 sd", r -> KnownSeries.steps(15, 3, r)));
        kinds.add(kind("38 repeats, 5 % jitter", r -> KnownSeries.repeats(38, 0.05, 0, 0, r)));
        kinds.add(kind("38 repeats after set-up", r -> KnownSeries.repeats(38, 0.05, 0, 300, r)));
        kinds.add(kind("8 repeats", r -> KnownSeries.repeats(8, 0.02, 0, 400, r)));
        kinds.add(kind("200 repeats, 2 % jitter", r -> KnownSeries.repeats(200, 0.02, 0, 0, r)));
        kinds.add(kind("30 repeats, twice as long", r -> KnownSeries.repeats(30, 0.03, 1, 0, r)));
        return kinds;
    }

    /** Returns the kinds in which there is nothing to find. */
    static List<Kind> uniform() {
        List<Kind> kinds = new ArrayList<>();
        for (Noise noise : Noise.values()) {
            kinds.add(kind("noise " + noise,
                    r -> KnownSeries.nothing(noise, 1 + r.nextInt(4), r.nextBoolean() ? 1000 : 3500, r)));
        }
        for (double perBin : new double[]{0.05, 2, 20, 1000}) {
            kinds.add(kind("Poisson, mean " + perBin, r -> KnownSeries.step(perBin, 1, 500 + r.nextInt(1000), r)));
        }
        return kinds;
    }

    private static Kind kind(String name, Function<SplittableRandom, KnownSeries> made) {
        return new Kind(name, false, made);
    }

    /** Returns a mean count of a bin, from 20 to 20,000. */
    private static double perBin(SplittableRandom random) {
        return 20 * Math.pow(10, 3 * random.nextDouble());
    }
}
