package runbench.cli.schedule;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.json.OutputFormat;
import runbench.base.process.IoReason;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.output.WrittenFile;
import runbench.schedule.workload.BuiltInWorkloads;
import runbench.schedule.workload.DrawnWorkloads;

/** {@code runbench schedule generate}: writes a workload file. */
@Command(name = "generate", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Writes a workload file: a built-in set, or a random group (pilot, spec-like, npb-like; they "
                + "differ in the distribution of traffic, and options change the rest). The same seed gives the "
                + "same workload.",
        footerHeading = "%nExamples:%n",
        footer = {
                "  runbench schedule generate spec-like --seed 7 -o mine.toml && runbench schedule simulate mine.toml",
                "  runbench schedule generate npb-like --program-count 1000 --cpu-count 64 --sustained 400 > wide.toml",
                "  runbench schedule generate set-a -o a.toml                  # the published set, as a template"})
public final class WorkloadGenerateCommand implements Callable<Integer> {
    /** Options that do not affect the random choice. */
    static final Set<String> OF_ALL = Set.of("--output", "--seed", "--json", "--quiet", "--help", "--version");

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "set-a, set-b, set-c, pilot, spec-like or npb-like.")
    private String name;

    @Option(names = "--seed", order = 1, paramLabel = "N", defaultValue = "1",
            description = "Seed of the random choice (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private WorkloadGenerateOptions options;

    @Option(names = {"-o", "--output"}, order = 20, paramLabel = "FILE",
            description = "Output file, which must not exist (default: standard output).")
    private Path output;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws IOException {
        String text = text();
        PrintWriter out = spec.commandLine().getOut();
        if (output == null) {
            if (printed.isJson()) {
                throw RunbenchException.badInput("--json describes the file that is written, and there is none")
                        .remedy("name it: -o FILE");
            }
            out.print(text);
            out.flush();
            return 0;
        }
        Path folder = output.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw RunbenchException.badInput(output + ": there is no folder " + folder)
                    .remedy("make it: mkdir -p " + folder);
        }
        if (Files.isRegularFile(output)) {
            throw RunbenchException.badInput(output + ": is there already")
                    .remedy("name another file with -o, or remove this one");
        }
        try {
            OutputFile.write(output, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw RunbenchException.badInput(output + ": cannot be written: " + IoReason.of(e))
                    .remedy("name another file with -o")
                    .causedBy(e);
        }
        printed.print(OutputFormat.EXPORT, () -> WrittenFile.of(output),
                to -> to.printf("written: %s%nnext:    runbench schedule simulate %s%n", output, output));
        return 0;
    }

    private String text() {
        Optional<DrawnWorkloads.Group> group = DrawnWorkloads.Group.of(name);
        if (group.isPresent()) {
            return options.of(group.get().drawn()).text(seed);
        }
        List<String> given = options.given();
        Optional<String> set = BuiltInWorkloads.text(name, seed);
        if (set.isEmpty()) {
            throw RunbenchException.badInput("no workload is called '" + name + "'")
                    .remedy(NearestNames.didYouMean(name, BuiltInWorkloads.names(),
                            "built in are " + String.join(", ", BuiltInWorkloads.names())));
        }
        if (!given.isEmpty()) {
            throw RunbenchException.badInput(given.get(0) + ": " + name + " has no random parts")
                    .remedy("change its file, or draw a group: spec-like, npb-like");
        }
        return set.get();
    }
}
