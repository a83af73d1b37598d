package runbench.report.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Units;
import runbench.pas2p.hierarchy.LoopNest;
import runbench.pas2p.hierarchy.PhaseGroup;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.hierarchy.PhaseLevel;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;

/** Prints a hierarchy of phases on a terminal: a level as a table, with the parts of its phases. */
public final class HierarchyText {
    private static final int MAX_ROWS = 20;
    private static final int MAX_DEPTH = 3;

    private final Screen out;
    private final PhaseHierarchy hierarchy;
    private final List<String[]> rows = new ArrayList<>();
    /** Phases whose parts are already printed; each appears in detail once. */
    private final Set<PhaseGroup> expanded = new HashSet<>();

    private HierarchyText(Screen out, PhaseHierarchy hierarchy) {
        this.out = out;
        this.hierarchy = hierarchy;
    }

    /** Prints the top level: the iteration, the phases outside it, and their parts. */
    public static void printTop(Screen out, PhaseHierarchy hierarchy) {
        HierarchyText text = new HierarchyText(out, hierarchy);
        PhaseGroup iteration = hierarchy.iteration();
        out.println();
        out.println(hierarchy.mainLoop().isPresent() ? mainLoop(hierarchy, hierarchy.mainLoop().get(), iteration)
                : iteration == null ? "no sequence of phases repeats"
                        : String.format(Locale.ROOT, "iteration: %s, %,d times%s, %s of the run: %s", iteration.label(),
                                iteration.weight(),
                                iteration.oddOnes() == 0 ? ""
                                        : String.format(Locale.ROOT, " (%,d of them with deviations)",
                                                iteration.oddOnes()),
                                percent(hierarchy.shareOf(iteration.times())), iteration.activity()));
        text.table(hierarchy.top(), MAX_DEPTH);
        out.printf("%s; --level N lists one (1: outermost), --level all lists the phases of the trace%n",
                Units.counted(hierarchy.depth(), "level"));
    }

    private static String mainLoop(PhaseHierarchy hierarchy, LoopNest loop, PhaseGroup passage) {
        boolean named = loop.text().equals(String.format(Locale.ROOT, "%,d x %s", loop.passages(), passage.label()));
        return String.format(Locale.ROOT, "iteration: %s, %,d times%s%s, %s of the run: %s", passage.label(),
                loop.passages(), named ? "" : ": " + loop.text(),
                passage.oddOnes() == 0 ? ""
                        : String.format(Locale.ROOT, " (%,d of them with deviations)", passage.oddOnes()),
                percent(hierarchy.shareOf(loop)), passage.activity());
    }

    /**
     * Prints one level.
     *
     * @param level level from 1, outermost first
     */
    public static void printLevel(Screen out, PhaseHierarchy hierarchy, int level) {
        out.printf("%nlevel %d of %d%n", Math.min(level, hierarchy.depth()), hierarchy.depth());
        new HierarchyText(out, hierarchy).table(hierarchy.level(level), 0);
    }

    private void table(PhaseLevel level, int maxDepth) {
        List<PhasePart> phases = level.phases();
        long relevant = phases.stream().filter(p -> hierarchy.relevant(p.times())).count();
        rows.add(TextTable.row("phase", "name", "weight", "mean", "deviation", "share", "activity of the ranks"));
        List<PhasePart> shown = phases.stream()
                .limit(maxDepth > 0 ? Math.max(1, Math.min(MAX_ROWS, relevant)) : MAX_ROWS)
                .toList();
        for (PhasePart part : shown) {
            line(part, String.format(Locale.ROOT, "%,d", part.count()), 0, hierarchy.relevant(part.times()));
            parts(part.group(), 1, maxDepth);
        }
        if (shown.size() < phases.size()) {
            double share = phases.stream().skip(shown.size()).mapToDouble(p -> hierarchy.shareOf(p.times())).sum();
            rows.add(TextTable.row(String.format(Locale.ROOT, "  ... %,d more with %s of the run",
                    phases.size() - shown.size(), percent(share))));
        }
        out.table(rows);
        out.printf(Locale.ROOT, "%d of %,d phases of this level are relevant (*) and cover %s of %s%n", relevant,
                phases.size(), percent(hierarchy.coverage(phases)),
                Durations.fourDigits(hierarchy.analysis().runNanos()));
    }

    /** Prints the parts with most time in program order; weights are per occurrence of the enclosing phase. */
    private void parts(PhaseGroup group, int depth, int maxDepth) {
        if (depth > maxDepth || !expanded.add(group)) {
            return;
        }
        List<PhasePart> large = group.parts()
                .stream()
                .filter(p -> hierarchy.relevant(p.times()))
                .sorted(Comparator.comparingLong((PhasePart p) -> p.times().nanos()).reversed())
                .limit(MAX_ROWS / 2)
                .sorted(Comparator.comparingInt(PhasePart::first))
                .toList();
        for (PhasePart part : large) {
            double each = (double) part.count() / group.plainOnes();
            line(part, String.format(Locale.ROOT, each == Math.rint(each) ? "x %,.0f" : "x %,.1f", each), depth, false);
            parts(part.group(), depth + 1, maxDepth);
        }
        int more = group.parts().size() - large.size();
        if (more > 0 && !large.isEmpty()) {
            rows.add(TextTable.row(String.format(Locale.ROOT, "%s... %d more, each with less than %.3g%% of the run",
                    "  ".repeat(depth), more, 100 * hierarchy.analysis().options().relevantShare())));
        }
    }

    private void line(PhasePart part, String weight, int depth, boolean marked) {
        rows.add(TextTable.row("  ".repeat(depth) + part.group().label() + (marked ? "*" : ""), part.group().name(),
                weight, Durations.fourDigits(part.times().meanNanos()),
                Durations.fourDigits(part.times().deviationNanos()), percent(hierarchy.shareOf(part.times())),
                part.group().activity()));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }
}
