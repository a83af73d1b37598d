package runbench.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import runbench.base.quantity.Numbers;
import runbench.parser.structure.Structure;
import runbench.parser.structure.Structure.RecurringPhase;
import runbench.parser.structure.Structure.Repetition;
import runbench.parser.structure.Structure.Stay;
import runbench.plotter.figure.Strip;
import runbench.plotter.render.html.PageMetric;
import runbench.plotter.render.html.PageTable;
import runbench.plotter.render.html.PageTable.Cell;

/** What was found in a run's counters, as its page shows it. */
final class RunPhases {
    private RunPhases() {
    }

    static Strip strip(Structure structure) {
        List<Stay> stays = structure.stays();
        List<String> names = structure.phases().stream().map(RecurringPhase::name).toList();
        return new Strip(new int[stays.size()], stays.stream().mapToDouble(Stay::from).toArray(), stays.stream().mapToDouble(Stay::to).toArray(),
                stays.stream().mapToInt(s -> names.indexOf(s.phase())).toArray(), names);
    }

    /** Of the phases that the strip shows; empty where there are none. */
    static Optional<PageTable> table(ShownRun run) {
        Structure structure = run.structure();
        List<RecurringPhase> phases = structure.phases();
        if (phases.isEmpty()) {
            return Optional.empty();
        }
        List<PageTable.Column> columns = new ArrayList<>(List.of(PageNumbers.text("phase"), PageNumbers.number("times"),
                PageNumbers.number(PageNumbers.heading("in all", structure.unit())), PageNumbers.number("of the run")));
        structure.columns().forEach(c -> columns.add(PageNumbers.number(PageNumbers.heading(c.event(), c.unit()))));
        double longest = phases.stream().mapToDouble(RecurringPhase::share).max().orElse(1);
        List<List<Cell>> rows = new ArrayList<>();
        for (RecurringPhase p : phases) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(p.name()), Cell.of(Numbers.count(p.times())), Cell.of(PageNumbers.value(PageMetric.Kind.RATIO, p.length(), 4)),
                    new Cell(PageNumbers.percent(p.share()), p.share() / longest)));
            IntStream.range(0, p.rates().size()).forEach(c -> row.add(Cell.of(
                    PageNumbers.value(PageNumbers.kind(structure.columns().get(c).unit()), p.rates().get(c) == null ? Double.NaN : p.rates().get(c), 4))));
            rows.add(row);
        }
        boolean shown = run.logged().isEmpty();
        return Optional.of(new PageTable("Phases", "Stretches with the same rates, found in the counters; the last columns are means."
                + (shown ? " Click a row to see its phase alone." : ""),
                shown ? IntStream.range(0, phases.size()).boxed().toList() : List.of(), columns, rows));
    }

    /** What repeats, in a sentence; empty where nothing does. */
    static Optional<String> repetition(Structure structure) {
        return structure.repetitions().stream().findFirst().map(r -> "The run repeats " + Numbers.count(r.count()) + " times, every "
                + Numbers.si(r.period(), 3, structure.unit()) + interval(r, structure.unit()) + (r.drift() == null ? "" : ", at first " + Numbers.si(r.drift().first(), 3, structure.unit())
                + " and at last " + Numbers.si(r.drift().last(), 3, structure.unit())) + ".");
    }

    private static String interval(Repetition r, String unit) {
        return Double.isFinite(r.low()) && Double.isFinite(r.high()) ? " (" + Numbers.si(r.low(), 4, unit) + " to " + Numbers.si(r.high(), 4, unit) + ")" : "";
    }

    /** What a reader has to know of the strip, or of its absence. */
    static String remark(Structure structure) {
        Structure.Resolution resolution = structure.resolution();
        return switch (structure.verdict()) {
            case FOUND -> structure.phases().isEmpty() ? "" : "Phases are found in the counters, in bins of " + Numbers.si(resolution.bin(), 3, structure.unit()) + ".";
            case NONE -> "No structure found at this resolution: bins of " + Numbers.si(resolution.bin(), 3, structure.unit()) + ".";
            case TOO_SHORT -> "Too short to look for phases.";
            case NOTHING_VARIES -> "No phases: no rate varies.";
        };
    }
}
