package runbench.schedule.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.home.UserFolders;
import runbench.base.process.IoReason;

/**
 * Profiles that are kept for whoever schedules: a user's own, and those that came with the project. Each is a file of
 * its own, which a person can copy to another machine or delete.
 */
public final class ProfileLibrary {
    static final String SUFFIX = ".json";

    private final Path own;
    private final Path shipped;
    private final String processorHere;

    /** What is there, and of files that are no profiles why not. */
    public record Listing(List<LibraryEntry> entries, Map<Path, String> unreadable) {}

    /**
     * @param own need not exist
     * @param shipped need not exist
     * @param processorHere the table of this machine's processor, as {@code zen5}: its profiles are preferred
     */
    public ProfileLibrary(Path own, Path shipped, String processorHere) {
        this.own = own;
        this.shipped = shipped;
        this.processorHere = processorHere;
    }

    /** This user's ({@code $XDG_CACHE_HOME/runbench/profiles}) and the project's. */
    public static ProfileLibrary ofUser(String processorHere) {
        return at(UserFolders.cache().resolve("profiles"), processorHere);
    }

    /** A user's own in another folder, and the project's. */
    public static ProfileLibrary at(Path own, String processorHere) {
        return new ProfileLibrary(own, ProjectHome.folder().resolve("scripts/catalogue/profiles"), processorHere);
    }

    /** Where a user's own are kept. */
    public Path folder() {
        return own;
    }

    /** By name; a user's own before those that came with the project. */
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
            throw RunbenchException.badInput(folder + ": the profiles there cannot be listed: " + IoReason.of(e))
                    .remedy("see whose folder it is: ls -ld " + folder)
                    .causedBy(e);
        }
    }

    /**
     * The profile that is meant by a benchmark's name ("470.lbm"), a part of an id up to a dash ("470.lbm@zen5"), a
     * whole id, or the name of a file. Of several: a user's own before one that came with the project, one of this
     * machine's processor before one of another, measured before emulated, and then the latest.
     *
     * @throws RunbenchException (bad input) where it names a file that is no profile
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

    /** The same. @throws RunbenchException (bad input) where there is none, naming what is near and how to make one */
    public LibraryEntry get(String name) {
        return find(name).orElseThrow(() -> {
            String near = NearestNames.didYouMean(name,
                    all().entries().stream().map(e -> e.profile().name()).distinct().toList());
            return RunbenchException.badInput("the library holds no bandwidth profile '" + name + "'")
                    .remedy((near.isEmpty() ? "" : near + " ")
                            + "runbench profile --list shows what it holds; a recorded run becomes one by runbench profile RUN --keep");
        });
    }

    /** Keeps a profile in place of an earlier one of the same program and processor. @return where */
    public Path keep(KeptProfile kept) {
        try {
            Files.createDirectories(own);
        } catch (IOException e) {
            throw RunbenchException.machine("the folder of profiles " + own + " cannot be made: " + IoReason.of(e))
                    .remedy("name another with --library")
                    .causedBy(e);
        }
        Path file = own.resolve(kept.id() + SUFFIX);
        ProfileFiles.write(file, kept);
        return file;
    }

    /** Why it may no longer hold on this machine; empty where nothing speaks against it. */
    public Set<StaleProfile> stale(LibraryEntry entry) {
        return StaleProfile.of(entry.kept(), processorHere);
    }
}
