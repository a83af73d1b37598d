package runbench.cli;

import java.io.PrintWriter;
import java.util.Locale;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import runbench.cli.bench.GalleryCommand;
import runbench.cli.bench.ListCommand;
import runbench.cli.bench.OvernightCommand;
import runbench.cli.bench.ShowCommand;
import runbench.cli.cluster.AlignCommand;
import runbench.cli.cluster.ArchiveCommand;
import runbench.cli.cluster.ClusterCommand;
import runbench.cli.compare.CompareRunsCommand;
import runbench.cli.log.LogCommand;
import runbench.cli.pas2p.Pas2pCommand;
import runbench.cli.results.BatchCommand;
import runbench.cli.results.OpenCommand;
import runbench.cli.results.RunsCommand;
import runbench.cli.run.FunctionsCommand;
import runbench.cli.run.ParseCommand;
import runbench.cli.run.PlotCommand;
import runbench.cli.run.RunCommand;
import runbench.cli.run.SampleCommand;
import runbench.cli.sync.SyncCommand;
import runbench.base.error.RunbenchException;

/** The command {@code runbench}: {@code runbench 403.gcc} is short for {@code runbench run 403.gcc}. */
@Command(
        name = "runbench",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        header = "How a program behaves over time.",
        synopsisHeading = "%nUsage: ",
        customSynopsis = {"runbench BENCHMARK [OPTIONS]   (short for: runbench run BENCHMARK)",
                "       runbench COMMAND [OPTIONS]"},
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  runbench 403.gcc                    run it under counters, leave a chart in results/403.gcc/",
            "  runbench 470.lbm --period 100us     a finer look",
            "  runbench sample -- ./mine --size 3  a program of your own",
            "  runbench doctor                     what this machine can count, and what to type if it cannot",
            "",
            "runbench COMMAND --help (or: runbench help COMMAND) says more. Exit codes: 0 fine, 1 the benchmark failed, 2 usage or bad input,",
            "3 this machine cannot do it, 130 interrupted."},
        subcommands = {
            RunCommand.class,
            SampleCommand.class,
            CompareRunsCommand.class,
            ParseCommand.class,
            PlotCommand.class,
            OpenCommand.class,
            RunsCommand.class,
            BatchCommand.class,
            FunctionsCommand.class,
            ListCommand.class,
            ShowCommand.class,
            ClusterCommand.class,
            AlignCommand.class,
            ArchiveCommand.class,
            LogCommand.class,
            OvernightCommand.class,
            GalleryCommand.class,
            EventsCommand.class,
            MetricsCommand.class,
            RooflineCommand.class,
            Pas2pCommand.class,
            DoctorCommand.class,
            SyncCommand.class,
            GenerateCompletion.class})
public final class Main implements Runnable {
    @Spec
    private CommandSpec spec;

    public static void main(String[] args) {
        StandardOutput output = StandardOutput.install();
        int code = execute(args);
        RunbenchException failure = output.failure().orElse(null);
        if (failure != null) {
            Failures.print(failure, new PrintWriter(System.err, true));
            code = code == 0 ? failure.exitCode().code() : code;
        }
        System.exit(code);
    }

    /** Runs one command line and returns its exit code; never throws. */
    public static int execute(String... args) {
        CommandLine line = commandLine();
        int code = execute(line, args);
        line.getOut().flush();
        line.getErr().flush();
        return code;
    }

    static int execute(CommandLine line, String... args) {
        String[] words;
        try {
            words = FirstWord.interpret(line, args);
        } catch (RunbenchException e) {
            Failures.print(e, line.getErr());
            return e.exitCode().code();
        }
        return line.execute(words);
    }

    static CommandLine commandLine() {
        // Numbers are the same for everybody: with a point, and commas between thousands.
        Locale.setDefault(Locale.ROOT);
        CommandLine line = new CommandLine(new Main());
        line.setOut(new PrintWriter(System.out, true));
        line.setErr(new PrintWriter(System.err, true));
        line.setExecutionExceptionHandler(new Failures());
        line.setParameterExceptionHandler(new Failures());
        line.setUsageHelpWidth(Terminal.helpColumns());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        SectionedOptions.install(line);
        CommandLine completion = line.getSubcommands().get("generate-completion");
        completion.getCommandSpec().usageMessage().hidden(true);
        return line;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
