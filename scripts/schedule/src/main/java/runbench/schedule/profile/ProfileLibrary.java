package runbench.schedule.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import runbench.base.digest.Digests;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.home.UserFolders;
import runbench.base.process.IoReason;
import runbench.schedule.profile.BandwidthProfile.TrafficSource;
import runbench.schedule.profile.ProfileOrigin.ProfiledFile;
import runbench.schedule.profile.ProfileOrigin.TimeSource;

/**
 * The profiles available for scheduling: a user's own and those of the installation. Each profile is a separate file
 * that a person can copy or delete.
 */
public final class ProfileLibrary {
    static final String SUFFIX = ".json";

    private final Path own;
    private final Path shipped;
    private final String processorHere;

    /**
     * The content of the library.
     *
     * @param entries readable profiles
     * @param unreadable reasons why other files are not profiles, by file
     */
    public record Listing(List<LibraryEntry> entries, Map<Path, String> unreadable) {}

    /**
     * Creates a library.
     *
     * @param own folder of the user's profiles; need not exist
     * @param shipped folder of the installation's profiles; need not exist
     * @param processorHere identifier of this machine's processor table, for example {@code zen5}; profiles of that
     *     processor are preferred
     */
    public ProfileLibrary(Path own, Path shipped, String processorHere) {
        this.own = own;
        this.shipped = shipped;
        this.processorHere = processorHere;
    }

    /** Returns the library of this user ({@code $XDG_CACHE_HOME/runbench/profiles}) and of the installation. */
    public static ProfileLibrary ofUser(String processorHere) {
        return at(UserFolders.cache().resolve("profiles"), processorHere);
    }

    /** Returns the library of another user folder and of the installation. */
    public static ProfileLibrary at(Path own, String processorHere) {
        return new ProfileLibrary(own, ProjectHome.folder().resolve("scripts/catalogue/profiles"), processorHere);
    }

    /** Returns the folder of the user's profiles. */
    public Path folder() {
        return own;
    }

    /** Returns all profiles, sorted by name; a user's own profile comes before one of the installation. */
    public Listing all() {
        List<LibraryEntry> entries = new ArrayList<>();
        Map<Path, String> unreadable = new LinkedHashMap<>();
        for (Path folder : List.of(own, shipped)) {
            for (Path file : files(folder)) {
                try {
                    entries.add(new LibraryEntry(file, ProfileFiles.read(file), folder == shipped));
                } catch (RunbenchException e) {
                    unreadable.put(file, e.getMessage());
                }
            }
        }
        entries.sort(Comparator.comparing((LibraryEntry e) -> e.profile().name())
                .thenComparing(LibraryEntry::shipped)
                .thenComparing(LibraryEntry::id));
        return new Listing(List.copyOf(entries), unreadable);
    }

    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(SUFFIX)).sorted().toList();
        } catch (IOException e) {
            throw RunbenchException.badInput(folder + ": the folder cannot be listed: " + IoReason.of(e))
                    .remedy("check its owner and permissions: ls -ld " + folder)
                    .causedBy(e);
        }
    }

    /**
     * Finds the profile for a benchmark's name ("470.lbm"), the part of an identifier before a dash ("470.lbm@zen5"), a
     * whole identifier, or a file name. Of several matches it prefers a user's own profile, then one of this machine's
     * processor, then a measured one over an emulated one, then the latest.
     *
     * @throws RunbenchException (bad input) if the name is a file that is not a profile
     */
    public Optional<LibraryEntry> find(String name) {
        if (name.endsWith(SUFFIX) && Files.exists(Path.of(name))) {
            return Optional.of(new LibraryEntry(Path.of(name), ProfileFiles.read(Path.of(name)), false));
        }
        List<LibraryEntry> entries = all().entries();
        return entries.stream()
                .filter(e -> e.id().equals(name))
                .findFirst()
                .or(() -> entries.stream()
                        .filter(e -> e.profile().name().equals(name)
                                || e.id().startsWith(name + "-") && name.contains("@"))
                        .min(preferred()));
    }

    private Comparator<LibraryEntry> preferred() {
        return Comparator.comparing(LibraryEntry::shipped)
                .thenComparing(e -> !e.kept().origin().processor().equals(processorHere))
                .thenComparing(e -> e.profile().source() == TrafficSource.EMULATED_MISSES)
                .thenComparing(Comparator.comparing((LibraryEntry e) -> e.kept().origin().recordedUtc()).reversed());
    }

    /**
     * Returns the profile that {@link #find} finds.
     *
     * @throws RunbenchException (bad input) if there is none; the message names similar profiles and the command that
     *     creates one
     */
    public LibraryEntry get(String name) {
        return find(name).orElseThrow(() -> {
            String near = NearestNames.didYouMean(name,
                    all().entries().stream().map(e -> e.profile().name()).distinct().toList());
            return RunbenchException.badInput("the library contains no bandwidth profile '" + name + "'")
                    .remedy((near.isEmpty() ? "" : near + " ")
                            + "list the profiles: runbench schedule profile --list; create one from a recorded run: "
                            + "runbench schedule profile RUN --store");
        });
    }

    /**
     * Stores a profile and replaces an earlier one of the same program and processor.
     *
     * @return file of the profile
     */
    public Path keep(KeptProfile kept) {
        try {
            Files.createDirectories(own);
        } catch (IOException e) {
            throw RunbenchException.machine("the folder of profiles " + own + " cannot be created: " + IoReason.of(e))
                    .remedy("name another with --library")
                    .causedBy(e);
        }
        Path file = own.resolve(kept.id() + SUFFIX);
        ProfileFiles.write(file, kept);
        return file;
    }

    /** Returns reasons why the profile may not describe this machine; empty if there is none. */
    public Set<StaleProfile> stale(LibraryEntry entry) {
        return StaleProfile.of(entry.kept(), processorHere);
    }

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
         * Returns whether the file's content differs. A missing file counts as unchanged, because the profile may come
         * from another machine.
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
}
