package runbench.report.bandwidth;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.report.Bounded;
import runbench.report.text.TextTable;
import runbench.schedule.contention.Interference;
import runbench.schedule.contention.Interference.InterferingProgram;
import runbench.schedule.contention.Interference.PredictionError;
import runbench.schedule.contention.Interference.SlowedBy;

/** Prints the interference of programs on a terminal. */
public final class InterferenceText {
    private static final double NEGLIGIBLE_SLOWDOWN = 0.02;

    private InterferenceText() {
    }

    public static void print(Interference i, PrintWriter out) {
        out.printf("%s, %s%n%n", i.machine().getOrDefault("processor", "this machine"), method(i));
        List<String[]> programs = new ArrayList<>();
        programs.add(TextTable.row("program", "alone", "spread", "traffic", "waiting"));
        i.programs().forEach(p -> programs.add(program(p)));
        out.printf("%s%n", TextTable.text(programs));
        i.programs()
                .stream()
                .filter(p -> p.demand() != null)
                .forEach(p -> out.printf("%s: %s%n", p.name(), p.demand().source()));
        matrix(i, out);
        i.programs().forEach(p -> sentence(i, p).ifPresent(s -> out.printf("%s%n", s)));
        if (i.error() != null) {
            out.printf("%n%s%n", error(i.error()));
        }
        i.notes().forEach(n -> out.printf("note: %s%n", n));
    }

    static String method(Interference i) {
        return i.rounds() == 0 ? "predicted from profiles by the contention model"
                : rounds(i.rounds(), i.interrupted(), "CPU time", i.load());
    }

    /**
     * Returns how slow-downs were measured.
     *
     * @param time the compared time
     * @param load 1-minute load average before the measurement; negative if unknown
     */
    static String rounds(int rounds, boolean interrupted, String time, double load) {
        return Units.counted(rounds, "round") + " in random order" + (interrupted ? " (interrupted)" : "") + ", " + time
                + " relative to alone in the same round"
                + (load < 0 ? "" : "; load " + Numbers.fixed(load, 1) + " at the start");
    }

    private static String[] program(InterferingProgram p) {
        boolean known = p.demand() != null;
        return TextTable.row(p.name(), Double.isNaN(p.aloneSeconds()) ? "-" : Units.seconds(p.aloneSeconds()),
                Double.isNaN(p.spread()) ? "-" : Units.percent(p.spread()),
                known ? Units.si(p.demand().traffic(), "B/s") : "-",
                !known || Double.isNaN(p.demand().waiting()) ? "-" : Units.percent(p.demand().waiting()));
    }

    private static void matrix(Interference i, PrintWriter out) {
        boolean measured = i.cells().stream().anyMatch(c -> !Double.isNaN(c.measured()));
        boolean predicted = i.cells().stream().anyMatch(c -> !Double.isNaN(c.predicted()));
        if (measured) {
            out.printf("%nslow-down of the row by the column, measured (?: not proven)%n%s%n",
                    TextTable.text(rows(i,
                            c -> Double.isNaN(c.measured()) ? "-"
                                    : (c.inconclusive() ? "?" : "") + (c.interval() == null
                                            ? Numbers.fixed(c.measured(), 2)
                                            : Bounded.words(c.measured(), c.interval(), v -> Numbers.fixed(v, 2))))));
        }
        if (predicted) {
            out.printf("%nslow-down of the row by the column, predicted%n%s%n",
                    TextTable.text(rows(i, c -> Double.isNaN(c.predicted()) ? "-" : Numbers.fixed(c.predicted(), 2))));
        }
        out.println();
    }

    private static List<String[]> rows(Interference i, Function<SlowedBy, String> words) {
        List<String[]> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(""));
        i.programs().forEach(p -> head.add(p.name()));
        rows.add(head.toArray(String[]::new));
        for (InterferingProgram victim : i.programs()) {
            List<String> row = new ArrayList<>(List.of(victim.name()));
            i.programs().forEach(beside -> row.add(words.apply(i.cell(victim.name(), beside.name()))));
            rows.add(row.toArray(String[]::new));
        }
        return rows;
    }

    /** Returns a sentence about the largest slow-down of a program; empty if none is known. */
    static Optional<String> sentence(Interference i, InterferingProgram victim) {
        return i.cells()
                .stream()
                .filter(c -> c.victim().equals(victim.name()) && !Double.isNaN(c.best()))
                .max(Comparator.comparingDouble(SlowedBy::best))
                .map(c -> {
                    boolean measured = !Double.isNaN(c.measured());
                    String times = measured && c.interval() != null
                            ? Bounded.words(c.measured(), c.interval(), v -> Numbers.fixed(v, 2))
                            : Numbers.fixed(c.best(), 2);
                    if (measured && c.inconclusive()) {
                        return victim.name() + ": no proven slow-down; largest with " + other(c) + ": " + times
                                + " times as long" + (c.interval() == null ? " (too few rounds for an interval)" : "");
                    }
                    return c.best() < 1 + NEGLIGIBLE_SLOWDOWN
                            ? victim.name() + ": no slow-down; largest " + (measured ? "" : "by prediction ") + "with "
                                    + other(c) + ": " + times + " times as long"
                            : victim.name() + ": largest slow-down by " + other(c) + ": it "
                                    + (measured ? "takes " : "is predicted to take ") + times + " times as long";
                });
    }

    private static String other(SlowedBy c) {
        return c.victim().equals(c.beside()) ? "a second copy of itself" : c.beside();
    }

    static String error(PredictionError e) {
        return "prediction compared with measurement, " + e.pairs() + " slow-downs: median error "
                + Units.percent(e.median()) + ", worst " + Units.percent(e.worst())
                + "; predicting no slow-down has a median error of " + Units.percent(e.unslowed()) + ", worst "
                + Units.percent(e.worstUnslowed());
    }
}
