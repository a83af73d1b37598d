package runbench.schedule.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.workload.Workload.StatedMachine;
import runbench.schedule.workload.Workload.WorkloadProgram;
import runbench.schedule.workload.Workload.WorkloadSet;

/** Reads workloads from TOML; {@code scripts/examples/workload.toml} shows every key. */
public final class WorkloadFile {
    private static final String EXTENSION = ".toml";
    private static final String HELP = "runbench schedule simulate --help shows a workload";
    private static final Set<String> TOP_KEYS = Set.of("name", "unit", "cpus", "sustained", "stream", "applications",
            "application", "program", "workload");
    private static final Set<String> WORKLOAD_KEYS = Set.of("name", "program");
    private static final Set<String> PROGRAM_KEYS = Set.of("name", "copies", "threads", "seconds", "traffic", "waiting",
            "swing", "dwell", "seed", "steps", "repeat", "profile", "arrival", "background", "barrier", "command",
            "benchmark", "application");
    private static final double MAX_VALUE = 1e15;
    private static final int MAX_COPIES = 100_000;

    private final ProfileFinder profiles;
    private final UnaryOperator<String> namedFile;
    private TrafficUnit unit;
    private TrafficTable traffic;

    private WorkloadFile(ProfileFinder profiles, UnaryOperator<String> namedFile) {
        this.profiles = profiles;
        this.namedFile = namedFile;
    }

    /**
     * Reads a file.
     *
     * @throws RunbenchException exit code 2 if the file cannot be read or is not a workload
     */
    public static WorkloadSet read(Path file, ProfileFinder profiles) {
        Path folder = file.toAbsolutePath().getParent();
        return parse(file.toString(), text(file), profiles, name -> text(folder.resolve(name)));
    }

    /**
     * Returns a built-in set of workloads, or that of a file.
     *
     * @param name name of a built-in set, or a file
     * @param seed seed of random workloads
     * @throws RunbenchException (bad input) there is neither such a set nor such a file
     */
    public static WorkloadSet named(String name, long seed, ProfileFinder profiles) {
        return BuiltInWorkloads.find(name, seed).orElseGet(() -> {
            if (!name.endsWith(EXTENSION) && !Files.exists(Path.of(name))) {
                throw RunbenchException.badInput("no workload is called '" + name + "', and no file either")
                        .remedy(NearestNames.didYouMean(name, BuiltInWorkloads.names(), "built in are "
                                + String.join(", ", BuiltInWorkloads.names()) + "; a file ends with " + EXTENSION));
            }
            return read(Path.of(name), profiles);
        });
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + IoReason.of(e)).remedy(HELP).causedBy(e);
        }
    }

    /**
     * Parses a text.
     *
     * @param namedFile returns the text of a file that this one names
     */
    static WorkloadSet parse(String file, String text, ProfileFinder profiles, UnaryOperator<String> namedFile) {
        return new WorkloadFile(profiles, namedFile).set(new WorkloadTable(file, "", tree(file, text)), file);
    }

    private static JsonNode tree(String file, String text) {
        try {
            return new TomlMapper().readTree(text);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw RunbenchException.badInput(file + ":" + line + ": not TOML: " + e.getOriginalMessage())
                    .remedy(HELP)
                    .causedBy(e);
        }
    }

    private WorkloadSet set(WorkloadTable top, String file) {
        top.known(TOP_KEYS);
        unit = unit(top);
        traffic = new TrafficTable(profiles, unit);
        String name = top.text("name", Path.of(file).getFileName().toString().replaceFirst("\\.toml$", ""));
        StatedMachine machine = new StatedMachine(top.whole("cpus", 0, 1, 4096),
                top.number("sustained", Double.NaN, 1e-9, MAX_VALUE),
                top.number("stream", Double.NaN, 1e-9, MAX_VALUE));
        List<WorkloadTable> programs = top.tables("program");
        if (top.has("workload")) {
            top.without("workloads of their own", "program", "application", "applications");
            List<Workload> own = top.tables("workload").stream().map(t -> workload(t, machine)).toList();
            if (own.isEmpty()) {
                throw top.error("no workloads")
                        .remedy("a workload is [[workload]] with name = \"...\", and [[workload.program]] for each "
                                + "program of it");
            }
            return new WorkloadSet(name, own);
        }
        if (programs.isEmpty()) {
            throw top.error("no programs")
                    .remedy("a program is [[program]] with name = \"...\", seconds = 60 and traffic = 12.5");
        }
        List<WorkloadTable> applications = new ArrayList<>(top.tables("application"));
        if (top.has("applications")) {
            String other = top.text("applications", "");
            WorkloadTable shared = new WorkloadTable(other, "", tree(other, namedFile.apply(other)));
            shared.known(Set.of("application"));
            applications.addAll(shared.tables("application"));
        }
        if (programs.stream().noneMatch(p -> p.truth("application"))) {
            top.without("no program with application = true", "application", "applications");
            return new WorkloadSet(name, List.of(new Workload(name, unit, machine, programs(programs, null))));
        }
        if (applications.isEmpty()) {
            throw top.error("a program represents each application in turn, but there is no application")
                    .remedy("write [[application]], or omit application = true");
        }
        List<Workload> all = new ArrayList<>();
        for (WorkloadTable application : applications) {
            application.known(PROGRAM_KEYS);
            application.without("application = true where the program is", "application", "copies", "arrival",
                    "background");
            all.add(new Workload(application.text("name", ""), unit, machine, programs(programs, application)));
        }
        return new WorkloadSet(name, all);
    }

    private Workload workload(WorkloadTable table, StatedMachine machine) {
        table.known(WORKLOAD_KEYS);
        String name = table.text("name", "");
        if (name.isEmpty()) {
            throw table.error("it has no name").remedy("write name = \"heavy\"");
        }
        List<WorkloadTable> programs = table.tables("program");
        if (programs.isEmpty()) {
            throw table.error("no programs")
                    .remedy("a program of it is [[workload.program]] with name = \"...\", seconds = 60 and traffic = "
                            + "12.5");
        }
        if (programs.stream().anyMatch(p -> p.truth("application"))) {
            throw table.error("application = true describes several workloads, but this is a single one")
                    .remedy("write [[program]] instead of [[workload.program]]");
        }
        return new Workload(name, unit, machine, programs(programs, null));
    }

    private static TrafficUnit unit(WorkloadTable top) {
        String word = top.text("unit", TrafficUnit.BYTES_PER_SECOND.label());
        for (TrafficUnit u : TrafficUnit.values()) {
            if (u.label().equals(word)) {
                return u;
            }
        }
        throw top.error("unit = \"" + word + "\": not known")
                .remedy("write unit = \"B/s\" or unit = \"transactions/us\"");
    }

    private List<WorkloadProgram> programs(List<WorkloadTable> tables, WorkloadTable application) {
        List<WorkloadProgram> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (WorkloadTable table : tables) {
            table.known(PROGRAM_KEYS);
            WorkloadTable asked = table;
            if (table.truth("application")) {
                table.without("application = true", "name", "threads", "seconds", "traffic", "waiting", "swing",
                        "dwell", "seed", "steps", "repeat", "profile", "barrier", "command", "benchmark");
                asked = application;
            }
            String name = asked.text("name", "");
            if (name.isEmpty()) {
                throw asked.error("it has no name").remedy("write name = \"cg\"");
            }
            int copies = table.whole("copies", 1, 1, MAX_COPIES);
            Optional<BandwidthProfile> profile = traffic.profile(asked, name);
            int threads = traffic.threads(asked, profile.map(BandwidthProfile::threads).orElse(1));
            for (int copy = 1; copy <= copies; copy++) {
                String own = copies == 1 ? name : name + "." + copy;
                if (!names.add(own)) {
                    throw table.error("the name \"" + own + "\" occurs twice")
                            .remedy("give the programs different names, or one of them copies = 2");
                }
                all.add(new WorkloadProgram(own, threads, profile, asked.wordList("command"),
                        Optional.ofNullable(asked.text("benchmark", null)), table.number("arrival", 0, 0, MAX_VALUE),
                        table.truth("background"), barrier(asked)));
            }
        }
        return all;
    }

    private static double barrier(WorkloadTable asked) {
        return asked.number("barrier", Double.POSITIVE_INFINITY, 1e-6, MAX_VALUE);
    }

    /** Finds the profiles that a workload names. */
    @FunctionalInterface
    public interface ProfileFinder {
        /**
         * Finds a profile.
         *
         * @param name name in the library, or a file
         * @throws RunbenchException exit code 2 if there is none
         */
        BandwidthProfile find(String name);
    }
}
