package runbench.schedule.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.workload.Workload.WorkloadSet;

/** The built-in workloads: the publications' sets and groups of random workloads. */
public final class BuiltInWorkloads {
    /** Applications with four programs that saturate memory. */
    public static final String SET_A = "set-a";
    /** Applications with four programs that hardly use memory. */
    public static final String SET_B = "set-b";
    /** Applications with two programs of each type. */
    public static final String SET_C = "set-c";
    private static final List<String> SETS = List.of(SET_A, SET_B, SET_C);
    private static final String APPLICATIONS = "applications.toml";
    private static final String NAMED = "applications = \"" + APPLICATIONS + "\"\n";

    private BuiltInWorkloads() {
    }

    /** Returns all names. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(SETS);
        Arrays.stream(DrawnWorkloads.Group.values()).map(DrawnWorkloads.Group::word).forEach(names::add);
        return names;
    }

    /**
     * Finds a set of workloads by name.
     *
     * @param seed seed of random workloads
     * @return empty for an unknown name
     */
    public static Optional<WorkloadSet> find(String name, long seed) {
        return text(name, seed).map(text -> WorkloadFile.parse(name + ".toml", text, BuiltInWorkloads::noProfile,
                BuiltInWorkloads::resource));
    }

    /** Returns the same set as the text of one workload file. */
    public static Optional<String> text(String name, long seed) {
        if (SETS.contains(name)) {
            return Optional.of(resource(name + ".toml").replace(NAMED, "") + "\n" + resource(APPLICATIONS));
        }
        return DrawnWorkloads.Group.of(name).map(g -> g.drawn().text(seed));
    }

    private static BandwidthProfile noProfile(String name) {
        throw new IllegalStateException("a built-in workload names the profile " + name);
    }

    private static String resource(String name) {
        try (InputStream in = BuiltInWorkloads.class.getResourceAsStream("/runbench/schedule/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
