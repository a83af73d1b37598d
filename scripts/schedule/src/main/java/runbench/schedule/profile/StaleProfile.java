package runbench.schedule.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import runbench.base.digest.Digests;
import runbench.schedule.profile.ProfileOrigin.ProfiledFile;
import runbench.schedule.profile.ProfileOrigin.TimeSource;

/** Reasons why a profile may not describe its program on this machine. */
public enum StaleProfile {
    /** The executable has changed since the recording. */
    OTHER_BINARY("program rebuilt since"),
    /** The recording comes from another type of processor. */
    OTHER_PROCESSOR("of another processor");

    private final String words;

    StaleProfile(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /**
     * Returns the reasons that apply to a profile.
     *
     * @param kept profile with its origin
     * @param processorHere identifier of this machine's processor table, for example {@code zen5}
     */
    public static Set<StaleProfile> of(KeptProfile kept, String processorHere) {
        Set<StaleProfile> why = EnumSet.noneOf(StaleProfile.class);
        Optional<ProfiledFile> program = kept.origin().executables().stream().findFirst();
        if (program.isPresent() && replaced(program.get())) {
            why.add(OTHER_BINARY);
        }
        if (kept.origin().time() == TimeSource.MEASURED && !kept.origin().processor().equals(processorHere)) {
            why.add(OTHER_PROCESSOR);
        }
        return why;
    }

    /**
     * Returns whether the file's content differs. A missing file counts as unchanged, because the profile may come from
     * another machine.
     */
    private static boolean replaced(ProfiledFile file) {
        Path path = Path.of(file.path());
        try {
            return Files.isRegularFile(path) && !Digests.of(path).equals(file.sha256());
        } catch (IOException e) {
            return false;
        }
    }
}
