package runbench.report.profile;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import runbench.base.quantity.Units;
import runbench.report.text.TextTable;
import runbench.schedule.profile.KeptProfile;
import runbench.schedule.profile.LibraryEntry;
import runbench.schedule.profile.ProfileOrigin.StepSource;
import runbench.schedule.profile.ProgressUnit;
import runbench.schedule.profile.StaleProfile;

/** Bandwidth profiles as a person reads them on a terminal. */
public final class ProfileText {
    private ProfileText() {
    }

    /**
     * @param above in words, how much of the time memory is more than half busy; null where nobody knows what it
     *     carries
     */
    public static void print(KeptProfile kept, String above, PrintWriter out) {
        out.printf("%s: %s%n", kept.profile().name(), headline(kept));
        if (!kept.origin().label().isEmpty()) {
            out.printf("    %s%n", kept.origin().label());
        }
        out.printf("    traffic: %s%n", kept.origin().trafficFrom());
        out.printf("    time: %s%n", kept.origin().timeFrom());
        out.printf("    %s%n", steps(kept));
        if (above != null) {
            out.printf("    %s%n", above);
        }
        kept.origin().notes().forEach(n -> out.printf("    note: %s%n", n));
    }

    /** "12.1 s alone, 1 thread, mean 3.2 GB/s, peak 9.9 GB/s (100 ms), 40.0 % of the time waiting for memory". */
    static String headline(KeptProfile kept) {
        int threads = kept.profile().threads();
        double waiting = kept.meanWaiting();
        return Units.seconds(kept.profile().aloneSeconds()) + " alone, " + threads
                + (threads == 1 ? " thread" : " threads") + ", mean " + rate(kept.meanTraffic()) + ", peak "
                + rate(kept.origin().peak()) + " (" + Units.nanos(kept.origin().window() * 1e9) + ")"
                + (Double.isNaN(waiting) ? "" : ", " + Units.percent(waiting) + " of the time waiting for memory");
    }

    static String steps(KeptProfile kept) {
        int count = kept.profile().steps().size();
        boolean changes = kept.origin().stepsFrom() == StepSource.CHANGE_POINTS;
        String of = changes ? count == 1 ? "1 step" : count + " steps between changes of the rates"
                : count == 1 ? "1 step: all of it" : count + " equal steps";
        return of
                + (Double.isNaN(kept.origin().held()) ? ""
                        : ", which hold " + Units.percent(kept.origin().held())
                                + " of the variation between windows of " + Units.nanos(kept.origin().window() * 1e9))
                + "; progress in "
                + (kept.profile().progressUnit() == ProgressUnit.INSTRUCTIONS ? "instructions" : "running time");
    }

    /**
     * How much of the time the traffic is above half of what memory carries. @param sustained bytes per second @param
     * from where that is known from
     */
    public static String above(KeptProfile kept, double sustained, String from) {
        return "above half of what memory carries (" + rate(sustained) + ", " + from + "): "
                + Units.percent(kept.shareAbove(sustained / 2)) + " of the time";
    }

    static String rate(double bytesPerSecond) {
        return Units.si(bytesPerSecond) + "B/s";
    }

    /** The library as a table. @param stale of each entry, why it may no longer hold */
    public static void list(List<LibraryEntry> entries, List<Set<StaleProfile>> stale, Map<Path, String> unreadable,
            Path folder, PrintWriter out) {
        if (entries.isEmpty()) {
            out.printf("no profiles in %s; a recorded run becomes one by runbench profile RUN --keep%n", folder);
        } else {
            List<String[]> rows = new ArrayList<>();
            rows.add(TextTable.row("profile", "alone", "threads", "mean", "peak", "remarks"));
            for (int i = 0; i < entries.size(); i++) {
                rows.add(row(entries.get(i), stale.get(i)));
            }
            out.println(TextTable.text(rows));
        }
        unreadable.forEach((file, why) -> out.printf("not read: %s%n", why));
    }

    private static String[] row(LibraryEntry e, Set<StaleProfile> stale) {
        List<String> remarks = new ArrayList<>();
        stale.stream().map(s -> "stale: " + s.words()).forEach(remarks::add);
        if (e.shipped()) {
            remarks.add("came with Runbench");
        }
        return TextTable.row(e.id(), Units.seconds(e.profile().aloneSeconds()), e.profile().threads(),
                rate(e.kept().meanTraffic()), rate(e.kept().origin().peak()),
                remarks.stream().collect(Collectors.joining("; ")));
    }
}
