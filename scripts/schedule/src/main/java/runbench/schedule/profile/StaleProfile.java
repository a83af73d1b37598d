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

/** Why a profile may no longer say what its program would ask of memory on this machine. */
public enum StaleProfile {
    /** The program has been replaced since: its file holds other bytes. */
    OTHER_BINARY("program built anew"),
    /** Recorded on a processor of another kind. */
    OTHER_PROCESSOR("of another processor");

    private final String words;

    StaleProfile(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** @param processorHere the table of this machine's processor, as {@code zen5} */
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

    /** A file that is missing says nothing: the profile may be of another machine. */
    private static boolean replaced(ProfiledFile file) {
        Path path = Path.of(file.path());
        try {
            return Files.isRegularFile(path) && !Digests.of(path).equals(file.sha256());
        } catch (IOException e) {
            return false;
        }
    }
}
