package runbench.schedule.profile;

import java.nio.file.Path;

/**
 * A profile of the library.
 *
 * @param shipped it came with the project
 */
public record LibraryEntry(Path file, KeptProfile kept, boolean shipped) {
    /** The name by which exactly this one is asked for. */
    public String id() {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - ProfileLibrary.SUFFIX.length());
    }

    public BandwidthProfile profile() {
        return kept.profile();
    }
}
