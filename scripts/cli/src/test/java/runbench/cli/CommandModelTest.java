package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import runbench.cli.option.RenamedOptions;
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
        CommandLine line = Main.commandLine(TopCommands.all());
        RenamedOptions.install(line);
        ParseResult parsed = line.parseArgs(FirstWord.interpret(words));
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

    @Test
    void aFormerNameMeansItsNewName() {
        for (RenamedOption option : RenamedOptions.OPTIONS) {
            for (String words : option.commands()) {
                OptionSpec to = command(words).getCommandSpec().optionsMap().get(option.name());
                boolean isFlag = to.arity().max() == 0;
                String value = isFlag ? "" : to.type() == Integer.class || to.type() == int.class ? "7" : "3";
                List<String> former = new ArrayList<>(Arrays.asList(words.split(" ")));
                former.add(option.former());
                if (!isFlag) {
                    former.add(value);
                }
                List<String> now = new ArrayList<>(Arrays.asList(words.split(" ")));
                now.add(option.name() + (isFlag ? "" : "=" + option.value().apply(value)));
                Stream.of("schedule interference 403.gcc", "schedule simulate set-a", "schedule run w.toml", "plot r",
                        "cluster app", "sync bench system", "run 403.gcc", "pas2p analyze t")
                        .filter(call -> call.startsWith(words + " "))
                        .map(call -> call.substring(words.length() + 1))
                        .forEach(parameter -> {
                            former.add(parameter);
                            now.add(parameter);
                        });
                ParseResult old = parse(former.toArray(String[]::new));
                Object expected = parse(now.toArray(String[]::new)).matchedOptionValue(option.name(), null);
                assertThat(expected).as(String.join(" ", now)).isNotNull();
                assertThat((Object) old.matchedOptionValue(option.name(), null)).as(String.join(" ", former))
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
}
