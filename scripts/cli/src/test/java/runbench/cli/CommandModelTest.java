package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import runbench.cli.option.RenamedOptions;
import runbench.cli.option.RunName;
import runbench.cli.option.TypedQuantity;
import runbench.cli.option.RenamedOptions.RenamedOption;

/** Checks the names of options and commands over the whole command model. */
class CommandModelTest {
    private static final CommandLine ROOT = Main.commandLine(TopCommands.all());

    private static Stream<CommandLine> commands(CommandLine line) {
        return Stream.concat(Stream.of(line),
                line.getSubcommands().values().stream().flatMap(CommandModelTest::commands));
    }

    /** Returns the words of a command behind {@code runbench}. */
    private static String words(CommandSpec spec) {
        return spec.qualifiedName(" ").replaceFirst("^runbench ?", "");
    }

    private static CommandLine command(String words) {
        return commands(ROOT).filter(c -> words(c.getCommandSpec()).equals(words)).findFirst().orElseThrow();
    }

    private static ParseResult parse(String... words) {
        String[] interpreted = FirstWord.interpret(words);
        CommandLine line = Main.commandLine(TopCommands.of(interpreted[0]));
        RenamedOptions.install(line);
        ParseResult parsed = line.parseArgs(interpreted);
        while (parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        return parsed;
    }

    @Test
    void noHelpShowsAFormerName() {
        for (RenamedOption option : RenamedOptions.OPTIONS) {
            for (String words : option.commands()) {
                CommandSpec spec = command(words).getCommandSpec();
                assertThat(spec.optionsMap()).as(words).containsKey(option.name()).doesNotContainKey(option.former());
                assertThat(spec.commandLine().getUsageMessage()).as(words)
                        .doesNotContainPattern(option.former() + "(?![-a-z])");
            }
        }
        assertThat(ROOT.getSubcommands().keySet()).doesNotContainAnyElementsOf(RenamedOptions.COMMANDS.keySet());
    }

    private static final Map<String, String> SAMPLE_VALUES = Map.of("--format", "perfetto", "--analysis", "a=3",
            "--clock-rate", "3GHz");

    @Test
    void aFormerNameMeansItsNewName() {
        for (RenamedOption option : RenamedOptions.OPTIONS) {
            for (String words : option.commands()) {
                OptionSpec to = command(words).getCommandSpec().optionsMap().get(option.name());
                boolean isFlag = to.arity().max() == 0;
                String value = isFlag ? ""
                        : SAMPLE_VALUES.getOrDefault(option.name(),
                                to.type() == Integer.class || to.type() == int.class ? "7" : "3");
                List<String> former = new ArrayList<>(Arrays.asList(words.split(" ")));
                former.add(option.former());
                if (!isFlag) {
                    former.add(value);
                }
                List<String> now = new ArrayList<>(Arrays.asList(words.split(" ")));
                now.add(option.name() + (isFlag ? "" : "=" + option.value().apply(value)));
                Stream.of("schedule interference 403.gcc", "schedule simulate set-a", "schedule run w.toml", "plot ./r",
                        "cluster app", "sync bench system", "run 403.gcc", "pas2p analyze t", "export ./r",
                        "log export ./r -o f", "pas2p export ./t", "pas2p predict m", "log watch s",
                        "schedule generate set-a")
                        .filter(call -> call.startsWith(words + " "))
                        .flatMap(call -> Stream.of(call.substring(words.length() + 1).split(" ")))
                        .forEach(parameter -> {
                            former.add(parameter);
                            now.add(parameter);
                        });
                ParseResult old = parse(former.toArray(String[]::new));
                Object expected = parse(now.toArray(String[]::new)).matchedOptionValue(option.name(), null);
                assertThat(expected).as(String.join(" ", now)).isNotNull();
                assertThat(old.<Object>matchedOptionValue(option.name(), null)).as(String.join(" ", former))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void aFormerNameOfACommandIsItsNewName() {
        RenamedOptions.COMMANDS.forEach((former, words) -> {
            assertThat(FirstWord.interpret(former, "--json")).startsWith(words.toArray(String[]::new))
                    .endsWith("--json");
            assertThat(FirstWord.interpret("help", former)).startsWith(words.toArray(String[]::new));
            assertThat(command(String.join(" ", words)).getCommandSpec().usageMessage().hidden()).isFalse();
        });
    }

    @Test
    void theDocumentedTableIsCurrent() throws Exception {
        Path page = Path.of(System.getProperty("runbench.home"), "docs", "reference", "renamed-options.md");
        assertThat(Files.readString(page)).as("to bring it up to date: scripts/lib/store-help")
                .isEqualTo(RenamedOptions.page());
    }

    @Test
    void formerNamesMixWithNewOnesAndStayBehindTheProgram() {
        assertThat(parse("sample", "--emulate", "--l1d", "none", "--model", "branch", "--", "ls", "--l1d", "x")
                .<List<String>>matchedOptionValue("--model", null)).containsExactly("l1d=none", "branch");
        assertThat(parse("sample", "--l1d=32K,8,64", "--", "ls", "--l1d", "x").matchedPositionalValue(0, List.of()))
                .containsExactly("ls", "--l1d", "x");
    }

    @Test
    void aFormerNameIsNamedWithWhatToType() {
        StringWriter err = new StringWriter();
        int code = Main.execute(new PrintWriter(new StringWriter()), new PrintWriter(err, true), "metrics", "--seconds",
                "20", "zzz");
        assertThat(err.toString()).as("%d", code).contains("--seconds 20 is now --for=20s");
    }

    /**
     * Options with one meaning whose value differs: results are a file or a folder; a batch that is resumed is the
     * latest one, or that of --output; some commands have one emulator, others a choice.
     */
    private static final Set<String> SEVERAL_LABELS = Set.of("--emulate", "--output", "--resume");
    /** Commands without a result: they serve until Ctrl-C, and the first line that they print is their address. */
    private static final Set<String> WITHOUT_RESULT = Set.of("generate-completion", "log serve", "sync reflector");

    private static Stream<CommandSpec> results() {
        return commands(ROOT).filter(c -> c.getSubcommands().isEmpty())
                .map(CommandLine::getCommandSpec)
                .filter(spec -> !WITHOUT_RESULT.contains(words(spec)));
    }

    @Test
    void anOptionHasTheSameLabelEverywhere() {
        Map<String, Set<String>> labels = new TreeMap<>();
        commands(ROOT).map(CommandLine::getCommandSpec)
                .flatMap(spec -> spec.options().stream())
                .forEach(o -> labels.computeIfAbsent(o.longestName(), n -> new TreeSet<>())
                        .add(o.arity().max() == 0 ? "" : o.paramLabel()));
        labels.values().removeIf(l -> l.size() == 1);
        assertThat(labels).containsKeys(SEVERAL_LABELS.toArray(String[]::new));
        labels.keySet().removeAll(SEVERAL_LABELS);
        assertThat(labels).isEmpty();
    }

    /**
     * Additional short names, as in perf: -r; -C for the CPUs to observe instead of those to use; -I for the counts of
     * intervals instead of the distance of readings.
     */
    private static final Set<String> SEVERAL_NAMES = Set.of("--repetitions", "--cpus", "--interval");

    @Test
    void anOptionHasTheSameShortNameEverywhere() {
        Map<String, Set<String>> names = new TreeMap<>();
        commands(ROOT).map(CommandLine::getCommandSpec)
                .flatMap(spec -> spec.options().stream())
                .forEach(o -> names.computeIfAbsent(o.longestName(), n -> new TreeSet<>())
                        .add(String.join(",", o.names())));
        names.values().removeIf(n -> n.size() == 1);
        assertThat(names).containsOnlyKeys(SEVERAL_NAMES);
        Map<String, Set<String>> meanings = new TreeMap<>();
        commands(ROOT).map(CommandLine::getCommandSpec)
                .flatMap(spec -> spec.options().stream())
                .forEach(o -> Stream.of(o.names())
                        .filter(n -> !n.startsWith("--"))
                        .forEach(n -> meanings.computeIfAbsent(n, k -> new TreeSet<>()).add(o.longestName())));
        assertThat(meanings.values()).as("%s", meanings).allMatch(m -> m.size() == 1);
        assertThat(meanings).containsKeys("-o", "-n", "-q", "-e");
    }

    @Test
    void aRunIsNamedInTheSameWayEverywhere() {
        List<String> checked = new ArrayList<>();
        commands(ROOT).map(CommandLine::getCommandSpec).forEach(spec -> spec.positionalParameters().forEach(p -> {
            String text = String.join(" ", p.description());
            if (List.of(p.paramLabel().split("\\|")).contains("RUN") || p.paramLabel().matches("TRACE|TRACE1|STORE")
                    || text.contains("a run's folder") || text.contains("folder of a run")) {
                checked.add(words(spec));
                assertThat(text).as(words(spec)).containsAnyOf(RunName.FORMS, RunName.LOG_FORMS);
            }
        }));
        assertThat(checked).contains("plot", "open", "functions", "align", "pas2p analyze", "log serve", "log merge");
    }

    @Test
    void helpFitsOnEightyColumns() {
        commands(ROOT).map(CommandLine::getCommandSpec).forEach(spec -> {
            String usage = new CommandLine(spec).setUsageHelpWidth(80).getUsageMessage();
            // A command to type is not folded.
            assertThat(usage.lines().filter(l -> !l.startsWith("  runbench ") && !l.matches("  (mpi|ssh ).*")))
                    .as(words(spec))
                    .allMatch(l -> l.length() <= 80);
        });
    }

    @Test
    void theFormAndTheDisplayOfAResultAreChosenAlike() {
        results().forEach(spec -> {
            assertThat(spec.optionsMap()).as(words(spec)).containsKeys("--json", "--quiet", "-q");
            assertThat(spec.optionsMap().get("--json").paramLabel()).as(words(spec)).isEqualTo("FILE");
            OptionSpec csv = spec.optionsMap().get("--csv");
            assertThat(csv == null || csv.arity().min() == 0 && csv.paramLabel().equals("FILE")).as(words(spec))
                    .isTrue();
        });
    }

    @Test
    void aDurationIsATime() {
        commands(ROOT).map(CommandLine::getCommandSpec)
                .flatMap(spec -> spec.options().stream())
                .filter(o -> Stream.of(o.converters())
                        .anyMatch(c -> c instanceof TypedQuantity.Nanos || c instanceof TypedQuantity.NanosOrSeconds))
                .forEach(o -> assertThat(o.paramLabel()).as(o.longestName()).isEqualTo("TIME"));
        commands(ROOT).map(CommandLine::getCommandSpec)
                .flatMap(spec -> spec.options().stream())
                .filter(o -> String.join(" ", o.description()).matches(".*\\bN (seconds|minutes|hours|ms)\\b.*")
                        || o.paramLabel().matches("SECONDS|MINUTES|HOURS|MS"))
                .forEach(o -> assertThat(o.longestName()).as("a number without a unit").isEmpty());
        for (String command : List.of("machine roofline", "machine bandwidth", "metrics", "sync simulate drift")) {
            List<String> line = new ArrayList<>(Arrays.asList(command.split(" ")));
            line.addAll(List.of("--for", "20"));
            assertThatThrownBy(() -> parse(line.toArray(String[]::new))).as(command)
                    .hasMessageContaining("'20' lacks its unit: write 20s for seconds");
        }
    }

    @Test
    void theShortHelpFitsAndNamesTheWholeOne() {
        String root = ShortHelp.of(ROOT);
        assertThat(root.lines()).hasSizeLessThanOrEqualTo(40);
        assertThat(TopCommands.groups().lines()).allMatch(l -> l.length() <= 70);
        TopCommands.visible().forEach(name -> assertThat(root).contains("\n  " + name + " "));
        commands(ROOT).filter(c -> c.getCommandSpec().parent() != null)
                .filter(c -> !words(c.getCommandSpec()).equals("generate-completion"))
                .forEach(c -> {
                    String text = ShortHelp.of(c);
                    assertThat(text).as(words(c.getCommandSpec()))
                            .contains("Usage: runbench", "--help shows", "Example:");
                    assertThat(text.lines().filter(l -> l.startsWith("      --") || l.startsWith("  -")))
                            .allMatch(l -> l.length() <= c.getUsageHelpWidth(), words(c.getCommandSpec()));
                });
    }

    @Test
    void shortHelpIsOfTheShortOption() {
        assertThat(printed("sample", "-h")).contains("--help shows all options").doesNotContain("--no-inherit");
        assertThat(printed("sample", "--help")).contains("--no-inherit");
        assertThat(printed("sync", "measure", "-h")).contains("Usage: runbench sync measure");
        assertThat(printed("help", "sample")).contains("--no-inherit");
        assertThat(printed()).isEqualTo(printed("-h")).doesNotContain("Examples:");
        assertThat(printed("--help")).contains("Examples:", "Exit codes:");
    }

    @Test
    void aLineOfTheShortHelpEndsWithAClause() {
        assertThat(ShortHelp.shortened("Number of pairs: -- A ... -- B ...; 10 is enough", 40))
                .isEqualTo("Number of pairs: -- A ... -- B ...");
        assertThat(ShortHelp.shortened("One sentence. And another.", 40)).isEqualTo("One sentence");
        assertThat(ShortHelp.shortened("A lengthy text without any clause in it", 20)).isEqualTo("A lengthy text...");
        assertThat(ShortHelp.shortened("Time between two samples (default: 1ms).", 30))
                .isEqualTo("Time between two samples");
    }

    @Test
    void aResultGoesToTheNamedFile(@TempDir Path dir) throws Exception {
        String json = printed("list", "403", "--json");
        assertThat(printed("list", "403", "--json=" + dir.resolve("list.json"))).isEmpty();
        assertThat(Files.readString(dir.resolve("list.json"))).isEqualTo(json).contains("403.gcc");
        assertThat(printed("metrics", "--processor", "all", "ipc", "--csv=" + dir.resolve("m.csv"))).isEmpty();
        assertThat(Files.readString(dir.resolve("m.csv"))).contains("ipc,");
    }

    private static String printed(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), words);
        assertThat(code).as("%s", err).isZero();
        return out.toString();
    }
}
