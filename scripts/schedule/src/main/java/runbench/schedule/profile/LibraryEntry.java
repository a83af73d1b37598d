package runbench.schedule.profile;

import java.nio.file.Path;

/**
 * A profile of the library.
 *
 * @param file file of the profile
 * @param kept profile with its origin
 * @param shipped true if the profile belongs to the installation
 */
public record LibraryEntry(Path file, KeptProfile kept, boolean shipped) {
    /** Returns the unique name of this profile. */
    public String id() {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - ProfileLibrary.SUFFIX.length());
    }

    public BandwidthProfile profile() {
        return kept.profile();
    }
}
