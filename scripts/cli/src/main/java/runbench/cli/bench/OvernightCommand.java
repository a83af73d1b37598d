package runbench.cli.bench;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.output.Failures;
import runbench.measure.batch.BatchPlanner;
import runbench.measure.batch.BatchReport;
import runbench.measure.batch.UnattendedBatch;
import runbench.report.text.PrintedJson;

/** {@code scripts/overnight}: runs benchmarks unattended. */
@Command(name = "overnight", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Runs benchmarks unattended, one after the other. Writes one log line per run, continues after "
                + "failures, and ends with a summary of host, versions and rates, and a page (runbench open). Exit "
                + "code 1 if a run failed.",
        footerHeading = "%nExamples:%n",
        footer = {"  scripts/overnight --period 1ms,100ms,5s", "  scripts/overnight --period 1ms 403.gcc 470.lbm",
                "  scripts/overnight --metrics ipc,l1d_miss_ratio --exact   one run per group of events that fit "
                        + "the counters",
                "  scripts/overnight --launch 'ssh {host} {command}' --hosts n1,n2   several hosts in parallel, "
                        + "with a shared file system",
                "  scripts/overnight --slurm --sbatch '--exclusive'  a job array of Slurm",
                "  scripts/overnight --resume                        continue after a crash or a reboot"})
public final class OvernightCommand extends UnattendedCommand {
    /** Sampling periods without {@code --period}. */
    static final List<String> PERIODS = List.of("1ms", "100ms", "5s");

    @Option(names = "--period", paramLabel = "TIME", split = ",", order = 1,
            description = "Sampling periods; each benchmark runs with each of them (default: 1ms,100ms,5s). Not with "
                    + "--emulate, which takes --instructions.")
    private List<String> periods;

    @Override
    String place() {
        return BatchPlanner.OVERNIGHT;
    }

    @Override
    boolean hasPeriods() {
        return periods != null;
    }

    @Override
    List<String> periods() {
        return periods == null ? PERIODS : periods;
    }

    @Override
    UnattendedCommand fresh() {
        return new OvernightCommand();
    }

    @Override
    public Integer call() throws Exception {
        UnattendedBatch.Finished batch = night();
        String page = "";
        try {
            BatchReport.write(batch.folder(), BatchReport.BATCHES, BatchReport.file(batch.folder()));
            page = System.lineSeparator() + "page: " + BatchReport.file(batch.folder());
        } catch (RunbenchException e) { // the runs and their summary are stored already
            Failures.print(e, err());
        }
        out().println(json() ? PrintedJson.text(OutputFormat.BATCH, batch.summary()) : batch.summary().text() + page);
        return batch.summary().exitCode().code();
    }
}
