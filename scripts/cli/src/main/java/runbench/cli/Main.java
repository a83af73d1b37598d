package runbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProductVersion;
import runbench.base.home.UserFolders;
import runbench.base.process.RawText;
import runbench.base.quantity.PrintableOutput;
import runbench.cli.option.PrintTarget;
import runbench.cli.option.RenamedOptions;
import runbench.cli.option.SectionedOptions;
import runbench.cli.output.Failures;
import runbench.cli.output.StandardOutput;
import runbench.cli.output.Terminal;
import runbench.measure.HeadStart;
import runbench.report.text.FoldedOutput;
import runbench.sampler.nativeapi.NativeApi;

/** The command {@code runbench}: {@code runbench 403.gcc} is short for {@code runbench run 403.gcc}. */
@Command(name = "runbench", mixinStandardHelpOptions = true, versionProvider = Main.Version.class, sortOptions = false,
        header = "How a program behaves over time.", synopsisHeading = "%nUsage: ",
        customSynopsis = {"runbench BENCHMARK [OPTIONS]   (short for: runbench run BENCHMARK)",
                "       runbench COMMAND [OPTIONS]"},
        commandListHeading = "%n", footerHeading = "%nExamples:%n",
        footer = {"  runbench 403.gcc                    run it under counters, leave a chart in results/403.gcc/",
                "  runbench 470.lbm --period 100us     a shorter sampling period",
                "  runbench sample -- ./mine --size 3  a program of your own",
                "  runbench doctor                     what this machine can count, and how to enable the rest", "",
                "runbench COMMAND -h shows the most used options, --help all (or: runbench help COMMAND). Exit "
                        + "codes: 0 "
                        + "success, 1 the benchmark failed, 2 usage or bad input, 3 not possible on this machine, "
                        + "4 compare: B is worse, 126 or 127 the program cannot be run, 130 interrupted. sample -- "
                        + "CMD ends with the status of CMD, or 128 + the signal that ended it."})
public final class Main implements Runnable {
    private static final Set<String> MEASURING = Set.of("run", "sample");
    /** Commands that print what a program or a shell reads. The lines of others are as wide as the terminal. */
    private static final Set<String> PRINTING_DATA = Set.of("generate-completion", "schedule generate", "sync convert");

    @Spec
    private CommandSpec spec;

    public static void main(String[] args) {
        StandardOutput output = StandardOutput.install();
        int code = execute(RawText.arguments(args));
        RunbenchException failure = output.failure().orElse(null);
        if (failure != null) {
            Failures.print(failure, new PrintWriter(System.err, true, Charset.defaultCharset()));
            code = code == 0 ? failure.exitCode().code() : code;
        }
        System.exit(code);
    }

    /** Runs one command line and returns its exit code; never throws. */
    public static int execute(String... args) {
        PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());
        PrintWriter err = FoldedOutput.of(new PrintWriter(System.err, true, Charset.defaultCharset()),
                Terminal.messageColumns());
        int code = execute(out, err, args);
        out.flush();
        FoldedOutput.end(err);
        return code;
    }

    static int execute(PrintWriter out, PrintWriter err, String... args) {
        // Numbers have a decimal point and commas between thousands in every locale.
        Locale.setDefault(Locale.ROOT);
        UserFolders.redirectJava();
        String[] words;
        try {
            words = FirstWord.interpret(args);
        } catch (RunbenchException e) {
            Failures.print(e, err);
            return e.exitCode().code();
        }
        if (words.length > 1 && MEASURING.contains(words[0])
                || words.length > 0 && words[0].equals("compare") && List.of(words).contains("--")) {
            HeadStart.take();
        }
        TopCommands commands = words.length > 0 ? TopCommands.of(words[0]) : TopCommands.all();
        CommandLine line = commandLine(commands).setOut(out).setErr(err);
        RenamedOptions renamed = RenamedOptions.install(line);
        int code = line.execute(words);
        renamed.notes().forEach(note -> err.println("note: " + note));
        return code;
    }

    public static CommandLine commandLine(TopCommands commands) {
        // No option has such a type. Their converters load classes, which takes milliseconds.
        System.setProperty("picocli.converters.excludes", "java\\.(time|sql)\\..*");
        // Nothing uses the options of runbench itself once a command is named, and reading them takes milliseconds.
        Main main = new Main();
        CommandLine line = new CommandLine(
                commands.isSingle() ? CommandSpec.wrapWithoutInspection(main).name("runbench") : main);
        commands.addTo(line);
        line.setExecutionExceptionHandler(new Failures());
        line.setParameterExceptionHandler(new Failures());
        line.setExecutionStrategy(new PrintableRun());
        line.setUsageHelpWidth(Terminal.helpColumns());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        // @NAME is a set of events, or an argument of the program, never a file of arguments.
        line.setExpandAtFiles(false);
        SectionedOptions.install(line);
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandGroups());
        return line;
    }

    @Override
    public void run() {
        spec.commandLine().getOut().print(ShortHelp.of(spec.commandLine()));
    }

    /**
     * Runs a command. Its output cannot control the terminal; help is coloured. This is not a lambda expression, and
     * none captures an object of picocli here: the class-data archive has no lambda with classes of picocli.
     */
    private static final class PrintableRun implements IExecutionStrategy {
        @Override
        public int execute(ParseResult parsed) {
            ParseResult helped = parsed;
            while (helped.hasSubcommand() && !helped.isUsageHelpRequested()) {
                helped = helped.subcommand();
            }
            if (helped.isUsageHelpRequested() && ShortHelp.isAskedBy(parsed)) {
                CommandLine line = helped.commandSpec().commandLine();
                line.getOut().print(ShortHelp.of(line));
                line.getOut().flush();
                return 0;
            }
            Integer answered = CommandLine.executeHelpRequest(parsed);
            if (answered != null) {
                return answered;
            }
            List<CommandLine> lines = parsed.asCommandLineList();
            CommandLine last = lines.get(lines.size() - 1);
            PrintWriter screen = screen(last);
            if (last.getSubcommands().isEmpty()) {
                last.setOut(PrintableOutput.of(screen)).setErr(PrintableOutput.of(last.getErr()));
            }
            try {
                return PrintTarget.run(last, parsed);
            } catch (IOException e) {
                throw new CommandLine.ExecutionException(last, "", e);
            } finally {
                FoldedOutput.end(screen);
                last.getErr().flush();
            }
        }

        /** Returns the output of a command, which folds lines on a terminal if a person reads them. */
        private static PrintWriter screen(CommandLine line) {
            boolean isData = PrintTarget.isChosen(line.getCommandSpec());
            for (String command : PRINTING_DATA) {
                isData |= line.getCommandSpec().qualifiedName().endsWith(" " + command);
            }
            return FoldedOutput.of(line.getOut(), isData ? 0 : Terminal.outputColumns());
        }
    }

    /** The commands in groups, as a class for the same reason. */
    private static final class CommandGroups implements IHelpSectionRenderer {
        @Override
        public String render(Help help) {
            return TopCommands.groups();
        }
    }

    /** The output of {@code runbench --version}. */
    public static final class Version implements IVersionProvider {
        /** Property of the launcher: the commit and its date, which is the date of the build in a reproducible one. */
        static final String BUILD = "runbench.build";

        @Override
        public String[] getVersion() {
            return new String[]{"runbench " + ProductVersion.RUNBENCH,
                    "built from " + System.getProperty(BUILD, "an unknown commit"), "libpfm4: " + libpfm(),
                    "Java " + System.getProperty("java.runtime.version") + ", " + System.getProperty("os.name") + " "
                            + System.getProperty("os.version") + " " + System.getProperty("os.arch")};
        }

        /** Returns the version of libpfm4's interface, which encodes the vendors' names of events. */
        private static String libpfm() {
            try {
                return NativeApi.load().pfm().map(pfm -> "interface " + pfm.version()).orElse("not installed");
            } catch (LinkageError e) {
                return "not usable: no native binding for this platform";
            }
        }
    }
}
