package runbench.report.bandwidth;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.report.Bounded;
import runbench.report.text.TextTable;
import runbench.schedule.contention.CoRun;
import runbench.schedule.contention.CoRun.CoRunGroup;
import runbench.schedule.contention.CoRun.CoRunProgram;
import runbench.schedule.contention.CoRun.Group;

/** The tables and the chart of programs alone, with a copy, with bbma and with nbbma. */
public final class CoRunReport {
    private static final int HEIGHT = 240;
    /** Slowdown below which no effect is stated. */
    private static final double NEGLIGIBLE = 0.02;

    private CoRunReport() {
    }

    /** Prints the slowdowns, the traffic if it was counted, and a sentence per program. */
    public static void print(CoRun c, PrintWriter out) {
        out.printf("%s, %s%n%n", c.machine().getOrDefault("processor", "this machine"), method(c));
        out.printf("time relative to alone (?: not proven)%n%s%n",
                table(c, "alone", g -> g.group() == Group.ALONE ? Units.seconds(g.seconds())
                        : (g.isInconclusive() ? "?" : "") + times(g)));
        if (!c.trafficSource().isEmpty()) {
            out.printf("%nmemory traffic of all programs together (%s)%n%s%n", c.trafficSource(),
                    table(c, "alone", g -> g.traffic() == null ? "not counted" : Units.si(g.traffic(), "B/s")));
        }
        out.println();
        c.programs().forEach(p -> out.printf("%s%n", sentence(c, p)));
        c.notes().forEach(n -> out.printf("note: %s%n", n));
    }

    private static String method(CoRun c) {
        return InterferenceText.rounds(c.rounds(), c.interrupted(), "wall time", c.load());
    }

    private static String times(CoRunGroup g) {
        return g.interval() == null ? Numbers.fixed(g.slowdown(), 2)
                : Bounded.words(g.slowdown(), g.interval(), v -> Numbers.fixed(v, 2));
    }

    /** Returns a group's label with the number of antagonists. */
    private static String label(CoRun c, Group group) {
        return group == Group.BBMA || group == Group.NBBMA
                ? group.label().replace("with ", "with " + c.antagonists() + " ")
                : group.label();
    }

    private static List<Group> groups(CoRun c) {
        return Arrays.stream(Group.values())
                .filter(g -> c.programs().stream().anyMatch(p -> p.in(g).isPresent()))
                .toList();
    }

    private static String table(CoRun c, String alone, Function<CoRunGroup, String> words) {
        List<String[]> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("program"));
        groups(c).forEach(g -> head.add(g == Group.ALONE ? alone : label(c, g)));
        rows.add(head.toArray(String[]::new));
        for (CoRunProgram p : c.programs()) {
            List<String> row = new ArrayList<>(List.of(p.name()));
            groups(c).forEach(g -> row.add(p.in(g).map(words).orElse("-")));
            rows.add(row.toArray(String[]::new));
        }
        return TextTable.text(rows);
    }

    /** Returns what the groups say about the program: does memory traffic of others slow it, or only their presence? */
    static String sentence(CoRun c, CoRunProgram p) {
        Optional<CoRunGroup> memory = p.in(Group.BBMA);
        Optional<CoRunGroup> cache = p.in(Group.NBBMA);
        if (memory.isEmpty() || cache.isEmpty()) {
            return p.name() + ": not run in all groups";
        }
        CoRunGroup m = memory.get();
        CoRunGroup n = cache.get();
        if (m.interval() == null || n.interval() == null) {
            return p.name() + ": fewer than 6 rounds: no interval, so that no slowdown is proven";
        }
        if (m.interval().low() > Math.max(1 + NEGLIGIBLE, n.interval().high())) {
            return p.name() + ": memory traffic of others slows it: " + times(m) + " times as long "
                    + label(c, Group.BBMA) + ", " + times(n) + " " + label(c, Group.NBBMA);
        }
        if (n.interval().low() > 1 + NEGLIGIBLE) {
            return p.name() + ": other programs slow it without memory traffic, too (" + times(n) + " times as long "
                    + label(c, Group.NBBMA) + "): they share a core, its clock frequency or the host";
        }
        return m.interval().high() < 1 + NEGLIGIBLE ? p.name() + ": memory traffic of others does not slow it"
                : p.name() + ": no slowdown above 2 % by memory traffic of others is proven: " + times(m)
                        + " times as long " + label(c, Group.BBMA);
    }

    /** Returns the chart: traffic (figure 1 of the publication, if it was counted) and slowdown (its figure 2). */
    public static Figure chart(CoRun c) {
        List<String> names = c.programs().stream().map(CoRunProgram::name).toList();
        Figure figure = Figure.titled("Programs alone and with others")
                .label("groups: alone, a copy, programs that load the memory (bbma) or only their cache (nbbma)")
                .provenance(c.machine().getOrDefault("processor", "") + " · Linux "
                        + c.machine().getOrDefault("kernel", "") + " · " + method(c) + " · " + c.madeUtc())
                .x(Scale.names("", names));
        List<Group> all = groups(c);
        if (!c.trafficSource().isEmpty()) {
            figure.add(Panel.of("Memory traffic", Scale.linear("GB/s").startingAtZero())
                    .height(HEIGHT)
                    .detail("all programs of the group, " + c.trafficSource())
                    .bars(all.stream().map(g -> label(c, g)).toList(),
                            values(c, all, g -> g.traffic() == null ? Double.NaN : g.traffic() / 1e9)));
        }
        List<Group> others = all.stream().filter(g -> g != Group.ALONE).toList();
        figure.add(Panel.of("Time", Scale.linear("relative to alone").startingAtZero())
                .height(HEIGHT)
                .level(1, "alone", Ink.GREY)
                .bars(others.stream().map(g -> label(c, g)).toList(), values(c, others, CoRunGroup::slowdown)));
        c.programs().forEach(p -> figure.note(sentence(c, p) + "."));
        c.notes().forEach(n -> figure.note(n + "."));
        return figure;
    }

    private static double[][] values(CoRun c, List<Group> groups, ToDoubleFunction<CoRunGroup> value) {
        return groups.stream()
                .map(g -> c.programs()
                        .stream()
                        .mapToDouble(p -> p.in(g).map(value::applyAsDouble).orElse(Double.NaN))
                        .toArray())
                .toArray(double[][]::new);
    }
}
