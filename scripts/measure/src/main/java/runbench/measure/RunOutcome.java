package runbench.measure;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Metadata.Observed;
import runbench.parser.stats.RunSummary;
import runbench.sampler.emulate.Emulator.EmulationAdvice;
import runbench.sampler.environment.Disturbance;

/**
 * The result of a run.
 *
 * @param folder folder of the run
 * @param summary summary; null: the run could not be summarised
 * @param chart the chart; null: none was drawn
 * @param page the page; null: none was written
 * @param disturbed known disturbances
 * @param failure the first error; null: the run succeeded
 * @param programStatus exit status of the program, or 128 + its signal as in a shell; empty if something other than the
 *     program failed first
 */
public record RunOutcome(RunFolder folder, RunSummary summary, Path chart, Path page, List<Disturbance> disturbed,
        RunbenchException failure, OptionalInt programStatus) {
    public ExitCode exitCode() {
        return failure == null ? ExitCode.OK : failure.exitCode();
    }

    /**
     * Returns how to obtain memory references that this run lacks, and their overhead. Emulated runs are not attached,
     * so they have no advice.
     */
    public Optional<String> advice() {
        boolean without = summary != null && summary.provenance().observed().is(Observed.COMMAND)
                && summary.source() != null && summary.source().only(CountSource.SOFTWARE)
                && summary.events()
                        .stream()
                        .anyMatch(e -> e.status() == CountStatus.NOT_COUNTED && e.name().startsWith("L1D"));
        return without ? Optional.of(EmulationAdvice.sentence(ProjectHome.folder()).orElseGet(EmulationAdvice::remedy))
                : Optional.empty();
    }
}
