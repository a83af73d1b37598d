package runbench.report.profile;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import runbench.schedule.profile.LibraryEntry;
import runbench.schedule.profile.StaleProfile;

/**
 * A profile of the library as others read it.
 *
 * @param id the name by which exactly this one is asked for
 * @param name of the benchmark or program
 * @param processor the table of its events
 * @param source what told the traffic
 * @param time what its running time is
 * @param seconds running time alone
 * @param unit of mean and peak
 * @param mean traffic
 * @param peak highest traffic of a window
 * @param steps how many
 * @param shipped it came with the project
 * @param stale why it may no longer hold on this machine
 */
public record ListedProfile(String id, String name, String label, String processor, String source, String time,
        int threads, double seconds, String unit, double mean, double peak, int steps, boolean shipped,
        List<String> stale, @JsonSerialize(using = ToStringSerializer.class) Path file) {

    public static ListedProfile of(LibraryEntry e, Set<StaleProfile> stale) {
        return new ListedProfile(e.id(), e.profile().name(), e.kept().origin().label(), e.kept().origin().processor(),
                word(e.profile().source()), word(e.kept().origin().time()), e.profile().threads(),
                e.profile().aloneSeconds(), e.profile().unit().label(), e.kept().meanTraffic(),
                e.kept().origin().peak(), e.profile().steps().size(), e.shipped(),
                stale.stream().map(ListedProfile::word).toList(), e.file());
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
