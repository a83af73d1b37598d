package runbench.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import runbench.base.quantity.Numbers;
import runbench.parser.structure.Structure.RecurringPhase;
import runbench.parser.structure.Structure;
import runbench.parser.symbols.FunctionShare;
import runbench.parser.symbols.RunningFunctions;
import runbench.plotter.render.html.PageMetric;
import runbench.plotter.render.html.PageTable.Cell;
import runbench.plotter.render.html.PageTable;

/** Builds the tables of the phases and functions of a run. */
final class RunPhases {
    private RunPhases() {
    }

    /** Returns the table of the phases in the strip; empty if there are none. */
    static Optional<PageTable> table(ShownRun run) {
        return run.structure().filter(s -> s.phases().size() > 1).map(s -> table(s, run.logged().isEmpty()));
    }

    private static PageTable table(Structure structure, boolean shown) {
        List<RecurringPhase> phases = structure.phases();
        List<PageTable.Column> columns = new ArrayList<>(List.of(PageNumbers.text("phase"), PageNumbers.number("times"),
                PageNumbers.number(PageNumbers.heading("total", structure.unit())), PageNumbers.number("of the run")));
        structure.columns().forEach(c -> columns.add(PageNumbers.number(PageNumbers.heading(c.event(), c.unit()))));
        double longest = phases.stream().mapToDouble(RecurringPhase::share).max().orElse(1);
        List<List<Cell>> rows = new ArrayList<>();
        for (RecurringPhase p : phases) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(p.name()), Cell.of(Numbers.count(p.times())),
                    Cell.of(PageNumbers.value(PageMetric.Kind.RATIO, p.length(), 4)),
                    new Cell(PageNumbers.percent(p.share()), p.share() / longest)));
            IntStream.range(0, p.rates().size())
                    .forEach(c -> row.add(Cell.of(PageNumbers.value(PageNumbers.kind(structure.columns().get(c).unit()),
                            p.rates().get(c) == null ? Double.NaN : p.rates().get(c), 4))));
            rows.add(row);
        }
        return new PageTable("Phases",
                "Stretches with similar rates in the counters; the last columns are means."
                        + (shown ? " Click a row to show only its phase." : ""),
                shown ? IntStream.range(0, phases.size()).boxed().toList() : List.of(), columns, rows);
    }

    /** Returns the table of functions by phase and of the whole run; empty if the samples contain no code addresses. */
    static Optional<PageTable> functions(ShownRun run) {
        return Optional.ofNullable(run.summary().functions())
                .map(ran -> functions(ran, run.structure().map(Structure::phases).orElse(List.of()),
                        run.logged().isEmpty()));
    }

    private static PageTable functions(RunningFunctions ran, List<RecurringPhase> phases, boolean shown) {
        List<String> names = phases.size() > 1 ? phases.stream().map(RecurringPhase::name).toList() : List.of();
        List<Integer> of = new ArrayList<>();
        List<List<Cell>> rows = new ArrayList<>();
        for (RunningFunctions.OfPhase p : ran.phases()) {
            if (names.contains(p.phase())) {
                p.functions().forEach(f -> rows.add(row(p.phase(), f)));
                p.functions().forEach(f -> of.add(names.indexOf(p.phase())));
            }
        }
        ran.functions().forEach(f -> rows.add(row("whole run", f)));
        ran.functions().forEach(f -> of.add(-1));
        boolean follows = shown && !names.isEmpty();
        return new PageTable("Functions", "Functions at the samples; each sample represents one period of running time."
                + (follows ? " Click a phase, here or above, to show only its functions." : "")
                + (ran.unsampledS() > 0 ? " Not included: " + Numbers.si(ran.unsampledS(), 3, "s")
                        + " in the kernel, which requires a privilege." : ""),
                follows ? of : List.of(), follows,
                List.of(PageNumbers.text("phase"), PageNumbers.text("function"), PageNumbers.text("library"),
                        PageNumbers.number("share of its time"), PageNumbers.number("95 % interval")),
                rows);
    }

    private static List<Cell> row(String phase, FunctionShare f) {
        return List.of(Cell.of(phase), Cell.of(f.function()), Cell.of(f.library()),
                new Cell(PageNumbers.percent(f.share()), f.share()),
                Cell.of(PageNumbers.percent(f.low()) + " to " + PageNumbers.percent(f.high())));
    }
}
