package runbench.cli.option;

import picocli.CommandLine.Option;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.measure.compare.AroundRuns;
import runbench.measure.compare.AroundRuns.Shell;

/** Options for shell commands around several runs. */
@OptionSection("Around the runs")
public final class AroundOptions {
    @Option(names = "--setup", paramLabel = "CMD", order = 25,
            description = "Shell command before the first run, for example 'make'.")
    private String setup;

    @Option(names = "--prepare", paramLabel = "CMD", order = 26,
            description = "Shell command before each run, which is not measured: 'sync; rm -rf cache'. A failure ends "
                    + "the runs.")
    private String prepare;

    @Option(names = "--cleanup", paramLabel = "CMD", order = 27,
            description = "Shell command after the last run, also after a failed one.")
    private String cleanup;

    @Option(names = "--shell", paramLabel = "SHELL", order = 28,
            description = "Shell of these commands: sh (default), bash, or none: a program and its arguments.")
    private Shell shell;

    /** @throws runbench.base.error.RunbenchException (bad input) a command needs a shell, and --shell is none */
    public AroundRuns commands() {
        AroundRuns commands = new AroundRuns(shell == null ? Shell.SH : shell, setup, prepare, cleanup);
        commands.check();
        return commands;
    }

    /** Returns whether an option is given. */
    public boolean isGiven() {
        return shell != null || setup != null || prepare != null || cleanup != null;
    }
}
