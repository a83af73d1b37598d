package runbench.catalogue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;

/**
 * Binds an entry to this machine. Reads files and runs programs for their versions; writes only the cache of facts.
 */
public final class Resolver {
    private final Entry entry;
    private final ResolveOptions options;
    private final FileFacts facts;
    private final List<String> notes = new ArrayList<>();

    private Resolver(Entry entry, ResolveOptions options) {
        this.entry = entry;
        this.options = options;
        this.facts = new FileFacts(options.cacheDir());
    }

    /**
     * Returns the program to execute: the user's own program if the entry has one, else the original from the tree,
     * else the open-source stand-in.
     *
     * @throws RunbenchException (bad input) options contradict the entry: an unknown run, or a missing but required
     *     tree; (machine) a program or input is missing on this machine
     */
    public static ResolvedBenchmark resolve(Entry entry, ResolveOptions options) {
        return new Resolver(entry, options).resolve();
    }

    private ResolvedBenchmark resolve() {
        if (options.requireSpec()) {
            return original().orElseThrow();
        }
        if (entry.own() != null) {
            return local(entry.own(), false);
        }
        if (options.specTree() != null && entry.spec() != null) {
            Optional<ResolvedBenchmark> original = original();
            if (original.isPresent()) {
                return original.get();
            }
        }
        if (entry.open() == null) {
            String why = entry.noOpen() == null ? "" : ": " + entry.noOpen();
            throw RunbenchException.machine(entry.id() + " has no open-source stand-in" + why)
                    .remedy("with a licensed tree: --spec DIR or SPEC=DIR; others that run here: runbench list");
        }
        return local(entry.open(), entry.suite().startsWith("SPEC"));
    }

    private Optional<ResolvedBenchmark> original() {
        if (entry.spec() == null) {
            throw RunbenchException.badInput(entry.id() + " is not part of a SPEC suite; --require-spec cannot be met")
                    .remedy("leave out --require-spec");
        }
        if (options.specTree() == null) {
            throw RunbenchException
                    .badInput("--require-spec: no SPEC tree is given, so " + entry.id() + " cannot be the original")
                    .remedy("--spec DIR, or set SPEC to the folder that holds benchspec/ (or Multi2Sim's cpu2006 "
                            + "folders)");
        }
        Run run = chosen(entry.spec());
        SpecTree tree = new SpecTree(options.specTree());
        Optional<SpecTree.Found> found = tree.find(entry.id(), run.executables());
        if (found.isEmpty()) {
            String problem = "no built " + entry.id() + " in " + tree.searched(entry.id()) + " (looked for "
                    + String.join(", ", run.executables().stream().map(n -> n + "_base.*").toList()) + ")";
            if (options.requireSpec()) {
                throw RunbenchException.machine(problem)
                        .remedy("build it: runspec --config=CONFIG --action=setup --size=ref --tune=base "
                                + entry.id());
            }
            notes.add(problem);
            return Optional.empty();
        }
        return Optional.of(bindOriginal(run, found.get()));
    }

    private ResolvedBenchmark bindOriginal(Run run, SpecTree.Found found) {
        boolean inPlace = found.inPlace() && Files.isWritable(found.inputs().get(0));
        Inputs inputs = Inputs.choose(entry.id(), run, found.inputs());
        Path dir = inPlace ? found.inputs().get(0) : scratch();
        String name = run.name().equals("default") ? "reference run" : "reference run " + run.name();
        String label = entry.suite() + " " + entry.id() + ", " + name;
        notes.add("original from " + found.executable() + " (" + found.layout() + ")");
        return bind(entry.spec(), run, label, false, found.executable(), null, inputs, dir, inPlace, found.inputs());
    }

    private ResolvedBenchmark local(Variant variant, boolean notSpec) {
        Run run = chosen(variant);
        Path executable = run.executables()
                .stream()
                .map(this::expand)
                .map(Commands::find)
                .flatMap(Optional::stream)
                .findFirst()
                .or(() -> run.locate().stream().map(Commands::locate).flatMap(Optional::stream).findFirst())
                .orElseThrow(() -> missing(variant, run));
        List<String> lacking = variant.cpuFlags().stream().filter(flag -> !CpuFlags.HERE.contains(flag)).toList();
        if (!options.emulated() && !lacking.isEmpty()) {
            throw RunbenchException
                    .machine(entry.id() + " needs a processor with " + String.join(", ", lacking)
                            + ", which /proc/cpuinfo does not list")
                    .remedy("emulate one: runbench " + entry.id() + " --emulate; or run it on another machine");
        }
        for (List<String> command : variant.requires()) {
            List<String> argv = command.stream().map(w -> w.replace("${exe}", executable.toString())).toList();
            if (Commands.ask(argv).isEmpty()) {
                throw RunbenchException
                        .machine(entry.id() + " needs more than the program " + executable + ": '"
                                + String.join(" ", argv) + "' fails")
                        .remedy(install(variant));
            }
        }
        String version = variant.version() == null ? null : version(variant.version(), executable);
        String what = variant.label() == null ? executable.getFileName().toString() : variant.label();
        what = what.replace("{version}", version == null ? "of unknown version" : version);
        if (run.label() != null) {
            what += ", " + run.label();
        }
        String label = notSpec ? "open:" + entry.id() + " (" + what + ") - NOT SPEC" : entry.id() + " (" + what + ")";
        return bind(variant, run, label, notSpec, executable, version,
                new Inputs(run.argv(), run.stdin(), run.inputs()), scratch(), false, List.of());
    }

    private ResolvedBenchmark bind(Variant variant, Run run, String label, boolean notSpec, Path executable,
            String version, Inputs inputs, Path dir, boolean inPlace, List<Path> sources) {
        Path results = options.resultDir().toAbsolutePath();
        return new ResolvedBenchmark(entry.id(), run.name(), entry.suite(), label, notSpec, executable, version,
                inputs.argv().stream().map(this::expand).toList(), Map.copyOf(run.env()),
                inputs.stdin() == null ? null : dir.resolve(inputs.stdin()),
                run.stdout() == null ? results.resolve("benchmark.out") : dir.resolve(run.stdout()),
                results.resolve("benchmark.err"), dir, !inPlace, inPlace ? List.of() : sources, run.prepare(),
                run.verify(), run.expectedExit(), Duration.ofMillis(Math.round(run.timeoutS() * 1000)), run.seconds(),
                run.memoryMib(), variant.programs(), inputs.files(), List.copyOf(notes), options);
    }

    private Path scratch() {
        return options.resultDir().toAbsolutePath().resolve("work");
    }

    private Run chosen(Variant variant) {
        List<String> names = variant.runs().stream().map(Run::name).toList();
        return variant.run(options.runName())
                .orElseThrow(() -> RunbenchException
                        .badInput(entry.id() + " has no run called '" + options.runName() + "' there")
                        .remedy(NearestNames.didYouMean(options.runName(), names,
                                "its runs: " + String.join(", ", names))));
    }

    private String version(Variant.VersionQuery query, Path executable) {
        try {
            return facts.fact(executable, "version " + query, () -> Commands.version(query, executable)).orElse(null);
        } catch (IOException e) {
            return null;
        }
    }

    private String install(Variant variant) {
        return variant.packages().isEmpty() ? "install it, or correct the entry in " + entry.origin()
                : (entry.origin().startsWith(Catalogue.BUILT_IN_ORIGIN)
                        ? "runbench list --install " + entry.id() + ", or "
                        : "") + "apt-get install -y " + String.join(" ", variant.packages());
    }

    private String expand(String word) {
        return word.replace("${home}", options.projectHome().toAbsolutePath().toString());
    }

    private RunbenchException missing(Variant variant, Run run) {
        List<String> wanted = new ArrayList<>(run.executables().stream().map(this::expand).toList());
        run.locate().forEach(command -> wanted.add(String.join(" ", command)));
        boolean own = run.executables().stream().anyMatch(e -> e.startsWith("${home}"));
        String remedy = own ? ProjectHome.rebuildRemedy(options.projectHome().toAbsolutePath()) : install(variant);
        return RunbenchException
                .machine(entry.id() + " needs a program that is not here: " + String.join(" or ", wanted))
                .remedy(remedy);
    }

    /** The instructions of this machine's processors. */
    private static final class CpuFlags {
        static final Set<String> HERE = read();

        private static Set<String> read() {
            try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
                return lines.filter(line -> line.startsWith("flags") || line.startsWith("Features")) // x86, Arm
                        .findFirst()
                        .map(line -> Set.copyOf(List.of(line.substring(line.indexOf(':') + 1).trim().split("\\s+"))))
                        .orElse(Set.of());
            } catch (IOException | UncheckedIOException unreadable) {
                return Set.of();
            }
        }
    }
}
