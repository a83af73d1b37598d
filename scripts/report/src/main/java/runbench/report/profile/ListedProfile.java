package runbench.report.profile;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import runbench.schedule.profile.ProfileLibrary.LibraryEntry;
import runbench.schedule.profile.ProfileLibrary.StaleProfile;

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
