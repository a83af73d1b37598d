package runbench.report.text;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import runbench.base.quantity.Durations;
import runbench.pas2p.hierarchy.PhaseGroup;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.hierarchy.PhaseLevel;
import runbench.pas2p.hierarchy.PhasePart;

/** Phases of phases in words, for a terminal: a level as a table, and what its phases are made of. */
public final class HierarchyText {
    private static final int SHOWN = 20;
    private static final int PARTS_DEEP = 3;

    private final PrintWriter out;
    private final PhaseHierarchy hierarchy;
    /** Each once: below its first line. */
    private final Set<PhaseGroup> takenApart = new HashSet<>();

    private HierarchyText(PrintWriter out, PhaseHierarchy hierarchy) {
        this.out = out;
        this.hierarchy = hierarchy;
    }

    /** The iteration, what stands beside it, and what both are made of. */
    public static void printTop(PrintWriter out, PhaseHierarchy hierarchy) {
        HierarchyText text = new HierarchyText(out, hierarchy);
        PhaseGroup iteration = hierarchy.iteration();
        out.println();
        out.println(iteration == null ? "no sequence of phases repeats"
                : String.format(Locale.ROOT, "iteration: %s, %,d times%s, %s of the run: %s", iteration.label(),
                        iteration.weight(),
                        iteration.oddOnes() == 0 ? ""
                                : String.format(Locale.ROOT, " (%,d of them with something more or less)",
                                        iteration.oddOnes()),
                        percent(hierarchy.shareOf(iteration.times())), iteration.description()));
        text.table(hierarchy.top(), PARTS_DEEP);
        out.printf("%d levels; --level N (1: outermost) lists one, --level all the phases of the trace by themselves%n",
                hierarchy.depth());
    }

    /** @param level from 1 */
    public static void printLevel(PrintWriter out, PhaseHierarchy hierarchy, int level) {
        out.printf("%nlevel %d of %d%n", Math.min(level, hierarchy.depth()), hierarchy.depth());
        new HierarchyText(out, hierarchy).table(hierarchy.level(level), 0);
    }

    private void table(PhaseLevel level, int deep) {
        List<PhasePart> phases = level.phases();
        long relevant = phases.stream().filter(p -> hierarchy.relevant(p.times())).count();
        out.printf("%-14s %-15s %10s %12s %12s %8s  %s%n", "phase", "name", "weight", "mean", "deviation", "share",
                "what ranks do in it");
        List<PhasePart> shown = phases.stream()
                .limit(deep > 0 ? Math.max(1, Math.min(SHOWN, relevant)) : SHOWN)
                .toList();
        for (PhasePart part : shown) {
            line(part, String.format(Locale.ROOT, "%,d", part.count()), 0, hierarchy.relevant(part.times()));
            parts(part.group(), 1, deep);
        }
        if (shown.size() < phases.size()) {
            double share = phases.stream().skip(shown.size()).mapToDouble(p -> hierarchy.shareOf(p.times())).sum();
            out.printf("  ... %,d more with %s of the run%n", phases.size() - shown.size(), percent(share));
        }
        out.printf(Locale.ROOT, "%d of %,d phases of this level are relevant (*) and cover %s of %s%n", relevant,
                phases.size(), percent(hierarchy.coverage(phases)),
                Durations.fourDigits(hierarchy.analysis().runNanos()));
    }

    /** Those with most time, in the order of the program; weights are per occurrence of what they are part of. */
    private void parts(PhaseGroup group, int depth, int deep) {
        if (depth > deep || !takenApart.add(group)) {
            return;
        }
        List<PhasePart> large = group.parts()
                .stream()
                .filter(p -> hierarchy.relevant(p.times()))
                .sorted(Comparator.comparingLong((PhasePart p) -> p.times().nanos()).reversed())
                .limit(SHOWN / 2)
                .sorted(Comparator.comparingInt(PhasePart::first))
                .toList();
        for (PhasePart part : large) {
            double each = (double) part.count() / group.plainOnes();
            line(part, String.format(Locale.ROOT, each == Math.rint(each) ? "x %,.0f" : "x %,.1f", each), depth, false);
            parts(part.group(), depth + 1, deep);
        }
        int more = group.parts().size() - large.size();
        if (more > 0 && !large.isEmpty()) {
            out.printf("%s... %d more with less than %.3g%% of the run each%n", "  ".repeat(depth), more,
                    100 * hierarchy.analysis().options().relevantShare());
        }
    }

    private void line(PhasePart part, String weight, int depth, boolean marked) {
        out.printf(Locale.ROOT, "%-14s %-15s %10s %12s %12s %8s  %s%n",
                "  ".repeat(depth) + part.group().label() + (marked ? "*" : ""), part.group().name(), weight,
                Durations.fourDigits(part.times().meanNanos()), Durations.fourDigits(part.times().deviationNanos()),
                percent(hierarchy.shareOf(part.times())), part.group().description());
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }
}
