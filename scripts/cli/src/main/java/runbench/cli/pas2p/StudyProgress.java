package runbench.cli.pas2p;

import java.io.PrintWriter;
import java.nio.file.Path;
import runbench.cli.output.Terminal;
import runbench.pas2p.study.Study.StudyObserver;
import runbench.pas2p.study.StudyResult.TargetOutcome;

/** The progress of a study: one line per finished run, and the progress of the current run. */
final class StudyProgress implements StudyObserver {
    private final PrintWriter out;
    private final Terminal terminal;

    /** @param out receives the lines; null: no lines */
    StudyProgress(PrintWriter out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    @Override
    public void begins(String target, int repetition, int done, int all) {
        terminal.start("run " + (done + 1) + " of " + all, "runs").at(done, all);
    }

    @Override
    public void traces(Path folder, int number, int all) {
        terminal.start("tracing " + number + " of " + all, "runs").at(number - 1, all);
    }

    @Override
    public void traced(Path folder, double seconds) {
        terminal.close();
        if (out != null) {
            out.printf(java.util.Locale.ROOT, "traced in %.1f s: %s%n", seconds, folder);
            out.flush();
        }
    }

    @Override
    public void ended(TargetOutcome outcome, int done, int all) {
        terminal.close();
        if (out != null) {
            out.printf("%d of %d: %s%s: %s%n", done, all, outcome.target(),
                    outcome.repetition() > 1 ? " #" + outcome.repetition() : "",
                    outcome.why() == null
                            ? String.format(java.util.Locale.ROOT, "measured in %.1f s", outcome.seconds())
                            : "FAILED: " + outcome.why());
            out.flush();
        }
    }
}
