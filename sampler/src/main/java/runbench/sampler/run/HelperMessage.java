package runbench.sampler.run;

import runbench.base.json.Fields;
import runbench.base.process.HelperError;
import runbench.base.process.HelperLine;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Metadata.SampledBy;
import runbench.parser.record.Term;

import java.util.List;

/** One line that the helper wrote. */
sealed interface HelperMessage {
    record Calibrated(Calibration calibration) implements HelperMessage {}

    record Started(SamplingStart start) implements HelperMessage {}

    record Exec(long wallNanos) implements HelperMessage {}

    record Progressed(SamplingProgress progress) implements HelperMessage {}

    record Finished(Fields fields) implements HelperMessage {}

    record Failed(HelperError error) implements HelperMessage {}

    /** A kind of message that this version does not know; carried so that nothing is lost. */
    record Other(Fields fields) implements HelperMessage {}

    static HelperMessage of(HelperLine line) {
        if (line.isError()) {
            return new Failed(HelperError.of(line.fields()));
        }
        Fields f = line.fields();
        return switch (line.event()) {
            case "calibrated" -> new Calibrated(new Calibration(f.number("cost_per_sample_ns"), f.real("share")));
            case "started" -> {
                List<CounterStatus> counters = f.list("counters")
                        .stream()
                        .map(c -> new CounterStatus(c.text("name"),
                                CountStatus.of(c.text("status")).filter(CountStatus.COUNTED::equals).isPresent(),
                                c.textOr("reason", ""), c.textOr("errno", "")))
                        .toList();
                yield new Started(new SamplingStart(f.number("pid"), Term.of(SampledBy.class, f.text("mode")),
                        f.truth("realtime"), counters));
            }
            case "exec" -> new Exec(f.number("wall_ns"));
            case "progress" ->
                new Progressed(new SamplingProgress(f.number("samples"), f.number("run_ns"), f.number("wall_ns")));
            case "finished" -> new Finished(f);
            default -> new Other(f);
        };
    }
}
