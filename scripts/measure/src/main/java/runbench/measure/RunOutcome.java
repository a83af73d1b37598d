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
import runbench.sampler.emulate.EmulationAdvice;
import runbench.sampler.environment.Disturbance;

/**
 * What a run left behind.
 *
 * @param summary null where nothing could be summarised
 * @param chart null where none was drawn
 * @param page null where none was written
 * @param disturbed what is known to have disturbed it
 * @param failure what went wrong first; null when all went well
 * @param programStatus how the program itself ended, as a shell reports it: its exit status, or 128 + its signal; empty
 *     where something other than the program failed first
 */
public record RunOutcome(RunFolder folder, RunSummary summary, Path chart, Path page, List<Disturbance> disturbed,
        RunbenchException failure, OptionalInt programStatus) {
    public ExitCode exitCode() {
        return failure == null ? ExitCode.OK : failure.exitCode();
    }

    /**
     * Where a run had to do without memory references: how to get them, and what that costs. Emulation attaches to
     * nothing.
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
