package runbench.report.profile;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import runbench.base.quantity.Units;
import runbench.report.text.TextTable;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.KeptProfile;
import runbench.schedule.profile.ProfileLibrary.LibraryEntry;
import runbench.schedule.profile.ProfileLibrary.StaleProfile;
import runbench.schedule.profile.ProfileOrigin.StepSource;

/** Prints bandwidth profiles on a terminal. */
public final class ProfileText {
    private ProfileText() {
    }

    /**
     * Prints a profile.
     *
     * @param above sentence about the share of time above half of the sustained bandwidth; null if that is unknown
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

    /**
     * Returns a line such as "12.1 s alone, 1 thread, mean 3.2 GB/s, peak 9.9 GB/s (100 ms), 40.0 % of the time waiting
     * for memory".
     */
    static String headline(KeptProfile kept) {
        int threads = kept.profile().threads();
        double waiting = kept.meanWaiting();
        return Units.seconds(kept.profile().aloneSeconds()) + " alone, " + Units.counted(threads, "thread") + ", mean "
                + rate(kept.meanTraffic()) + ", peak " + rate(kept.origin().peak()) + " ("
                + Units.nanos(kept.origin().window() * 1e9) + ")"
                + (Double.isNaN(waiting) ? "" : ", " + Units.percent(waiting) + " of the time waiting for memory");
    }

    static String steps(KeptProfile kept) {
        int count = kept.profile().steps().size();
        boolean changes = kept.origin().stepsFrom() == StepSource.CHANGE_POINTS;
        String of = count == 1 ? changes ? "1 step" : "1 step: the whole run"
                : changes ? Units.counted(count, "step") + " between changes of the rates"
                        : Units.counted(count, "equal step");
        return of
                + (Double.isNaN(kept.origin().held()) ? ""
                        : ", which explain " + Units.percent(kept.origin().held())
                                + " of the variance between windows of " + Units.nanos(kept.origin().window() * 1e9))
                + "; progress in "
                + (kept.profile().progressUnit() == ProgressUnit.INSTRUCTIONS ? "instructions" : "running time");
    }

    /**
     * Returns the share of the time with traffic above half of the sustained bandwidth.
     *
     * @param sustained sustained memory bandwidth, bytes per second
     * @param from source of that value
     */
    public static String above(KeptProfile kept, double sustained, String from) {
        return "above half of the sustained bandwidth (" + rate(sustained) + ", " + from + "): "
                + Units.percent(kept.shareAbove(sustained / 2)) + " of the time";
    }

    static String rate(double bytesPerSecond) {
        return Units.si(bytesPerSecond) + "B/s";
    }

    /**
     * Prints the library as a table.
     *
     * @param entries profiles
     * @param stale reasons why each entry may not describe this machine
     * @param unreadable errors of unreadable files
     * @param folder folder of the user's profiles
     */
    public static void list(List<LibraryEntry> entries, List<Set<StaleProfile>> stale, Map<Path, String> unreadable,
            Path folder, PrintWriter out) {
        if (entries.isEmpty()) {
            out.printf("no profiles in %s; create one from a recorded run: runbench schedule profile RUN --store%n",
                    folder);
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
            remarks.add("shipped with Runbench");
        }
        return TextTable.row(e.id(), Units.seconds(e.profile().aloneSeconds()), e.profile().threads(),
                rate(e.kept().meanTraffic()), rate(e.kept().origin().peak()),
                remarks.stream().collect(Collectors.joining("; ")));
    }

    /**
     * A profile of the library, for JSON.
     *
     * @param id unique name
     * @param name name of the benchmark or program
     * @param label description of the program that actually ran
     * @param processor identifier of the event table
     * @param source source of the traffic
     * @param time source of the running time
     * @param threads number of threads
     * @param seconds running time alone
     * @param unit unit of mean and peak
     * @param mean mean traffic
     * @param peak highest traffic of a window
     * @param steps number of steps
     * @param shipped true if the profile belongs to the installation
     * @param stale reasons why it may not describe this machine
     * @param file file of the profile
     */
    public record ListedProfile(String id, String name, String label, String processor, String source, String time,
            int threads, double seconds, String unit, double mean, double peak, int steps, boolean shipped,
            List<String> stale, @JsonSerialize(using = ToStringSerializer.class) Path file) {

        public static ListedProfile of(LibraryEntry e, Set<StaleProfile> stale) {
            return new ListedProfile(e.id(), e.profile().name(), e.kept().origin().label(),
                    e.kept().origin().processor(), word(e.profile().source()), word(e.kept().origin().time()),
                    e.profile().threads(), e.profile().aloneSeconds(), e.profile().unit().label(),
                    e.kept().meanTraffic(), e.kept().origin().peak(), e.profile().steps().size(), e.shipped(),
                    stale.stream().map(ListedProfile::word).toList(), e.file());
        }

        private static String word(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT);
        }
    }
}
