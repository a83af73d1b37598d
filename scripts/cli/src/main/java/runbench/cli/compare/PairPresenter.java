package runbench.cli.compare;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.catalogue.ResolvedBenchmark;
import runbench.cli.output.Failures;
import runbench.cli.output.Terminal;
import runbench.measure.RunObserver;
import runbench.report.text.SummaryText.DisturbanceText;
import runbench.sampler.emulate.CrossCheck;
import runbench.sampler.environment.Disturbance;
import runbench.sampler.events.EventSelection;

/** The messages of runs in pairs: the progress of all runs, and sources of noise once. */
final class PairPresenter implements RunObserver {
    private static final int DISTURBANCES = 3;

    private final Path folder;
    private final Terminal terminal;
    private final boolean quiet;
    private final boolean ignoreFailure;
    private final PrintWriter err;
    private boolean told;

    /** @param ignoreFailure do not print that a program failed */
    PairPresenter(Path folder, Terminal terminal, boolean quiet, boolean ignoreFailure, PrintWriter err) {
        this.folder = folder;
        this.terminal = terminal;
        this.quiet = quiet;
        this.ignoreFailure = ignoreFailure;
        this.err = err;
    }

    @Override
    public ProgressDisplay progress() {
        return ProgressDisplay.NONE;
    }

    @Override
    public void disturbed(List<Disturbance> disturbances) {
        if (!quiet && !told) {
            terminal.close(); // its line; the next step draws it again
            disturbances.stream().limit(DISTURBANCES).forEach(d -> err.println("runbench: " + DisturbanceText.line(d)));
            err.flush();
        }
        told = true;
    }

    @Override
    public void resolved(ResolvedBenchmark benchmark) {
        // Pairs are of programs.
    }

    @Override
    public void preparing(String step) {
        // Pairs are of programs.
    }

    @Override
    public void counting(EventSelection events) {
        // The table names them.
    }

    @Override
    public void crossChecked(CrossCheck check) {
        // Pairs are not emulated.
    }

    @Override
    public void failed(RunbenchException failure) {
        if (ignoreFailure && failure.exitCode() == ExitCode.BENCHMARK_FAILED) {
            return;
        }
        terminal.close();
        Failures.print(failure.exitCode() == ExitCode.INTERRUPTED
                ? failure.remedy("go on where it stopped: runbench compare --resume " + folder)
                : failure, err);
        err.flush();
    }
}
