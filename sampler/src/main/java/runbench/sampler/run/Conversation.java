package runbench.sampler.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.process.ExitStatus;
import runbench.base.process.HelperError;
import runbench.base.process.HelperLine;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Metadata.SampledBy;
import runbench.parser.record.Term;
import runbench.sampler.run.SamplingListener.Calibration;
import runbench.sampler.run.SamplingListener.SamplingCounts;
import runbench.sampler.run.SamplingListener.SamplingProgress;
import runbench.sampler.run.SamplingListener.SamplingStart;
import runbench.sampler.run.SamplingResult.CounterStatus;
import runbench.sampler.run.SamplingResult.Ending;
import runbench.sampler.run.SamplingResult.Resources;
import runbench.sampler.run.SamplingResult.Total;

/** Collects the helper's messages and builds the result of the run. */
final class Conversation {
    private final SamplingListener listener;
    private final Consumer<Calibration> calibrated;
    private Calibration calibration;
    private SamplingStart start;
    private Long execWallNanos;
    private SamplingProgress progress = new SamplingProgress(0, 0, 0);
    private Fields finished;
    private HelperError failed;
    private String garbled;

    Conversation(SamplingListener listener, Consumer<Calibration> calibrated) {
        this.listener = listener;
        this.calibrated = calibrated;
    }

    void receive(String line) {
        Message message;
        try {
            message = Message.of(HelperLine.parse(line));
        } catch (IOException e) {
            garbled(e.getMessage());
            return;
        }
        if (message instanceof Message.Calibrated m) {
            calibration = m.calibration();
            calibrated.accept(calibration);
        } else if (message instanceof Message.Started m) {
            start = m.start();
            listener.started(start);
        } else if (message instanceof Message.Exec m) {
            execWallNanos = m.wallNanos();
            listener.exec(execWallNanos);
        } else if (message instanceof Message.Progressed m) {
            progress = m.progress();
            listener.progress(progress);
        } else if (message instanceof Message.Counted m) {
            listener.counted(m.counts());
        } else if (message instanceof Message.Finished m) {
            finished = m.fields();
        } else if (message instanceof Message.Failed m) {
            failed = m.error();
        }
    }

    void garbled(String what) {
        garbled = what;
    }

    SamplingResult result(int helperStatus, String stderr) {
        if (failed != null && execWallNanos == null) {
            throw failed.exception();
        }
        Optional<RunbenchException> failure = Optional.empty();
        if (failed != null) {
            failure = Optional.of(failed.exception());
        } else if (finished == null) {
            failure = Optional.of(died(helperStatus, stderr));
            if (execWallNanos == null) {
                throw failure.get();
            }
        }
        return finished != null ? complete(finished, failure) : partial(failure);
    }

    /** Returns the result of a run whose end the helper reported. */
    private SamplingResult complete(Fields f, Optional<RunbenchException> failure) {
        boolean attached = f.truthOr("attached", false);
        int signal = (int) f.number("signal");
        List<Total> totals = totals(f);
        // The emulator reports neither late samples nor incomplete tasks.
        return new SamplingResult(ending(f),
                signal == 0 && !attached ? OptionalInt.of((int) f.number("exit_status")) : OptionalInt.empty(),
                signal != 0 ? OptionalInt.of(signal) : OptionalInt.empty(),
                f.optionalNumber("received_signal").map(n -> OptionalInt.of(n.intValue())).orElse(OptionalInt.empty()),
                exec(), f.number("wall_ns"), f.atOrEmpty("control").numberOr("counted_ns", f.number("wall_ns")),
                f.number("run_ns"), attached ? Optional.empty() : Optional.of(Resources.of(f)), f.number("samples"),
                f.number("lost"), f.number("throttled"), f.numberOr("late", 0), f.number("tasks"),
                f.numberOr("tasks_incomplete", 0), f.number("helper_cpu_ns"), Optional.ofNullable(calibration),
                Optional.ofNullable(start), counters(), totals, failure);
    }

    private static List<Total> totals(Fields f) {
        List<Total> totals = new ArrayList<>();
        for (Fields t : f.list("totals")) {
            // A total without value was not counted: its status has the reason, and the enabled time is 0.
            totals.add(t.numberOrNull("value") != null
                    ? new Total(t.text("name"), t.number("value"), t.number("enabled_ns"), t.number("running_ns"))
                    : new Total(t.text("name"), 0, 0, 0));
        }
        return totals;
    }

    /** Returns the result from the messages so far, if the helper died or the recording failed. */
    private SamplingResult partial(Optional<RunbenchException> failure) {
        return new SamplingResult(failed != null ? Ending.RECORDING_FAILED : Ending.HELPER_DIED, OptionalInt.empty(),
                OptionalInt.empty(), OptionalInt.empty(), exec(), progress.wallNanos(), progress.wallNanos(),
                progress.runNanos(), Optional.empty(), progress.samples(), 0, 0, 0, 0, 0, 0,
                Optional.ofNullable(calibration), Optional.ofNullable(start), counters(), List.of(), failure);
    }

    private OptionalLong exec() {
        return execWallNanos != null ? OptionalLong.of(execWallNanos) : OptionalLong.empty();
    }

    private List<CounterStatus> counters() {
        return start == null ? List.of() : start.counters();
    }

    private Ending ending(Fields f) {
        if (failed != null) {
            return Ending.RECORDING_FAILED;
        }
        return f.truth("interrupted") ? Ending.INTERRUPTED : f.truth("timed_out") ? Ending.TIMED_OUT : Ending.COMPLETED;
    }

    private RunbenchException died(int status, String stderr) {
        OptionalInt signal = ExitStatus.signal(status);
        String how = signal.isPresent() ? "was killed by signal " + signal.getAsInt()
                : "ended with status " + status + " without its final report";
        String words = !stderr.isEmpty() ? "; its standard error: " + stderr : garbled != null ? "; " + garbled : "";
        String kept = execWallNanos != null ? "; all samples until then are in the recording" : "";
        return RunbenchException.machine("the sampling helper " + how + words + kept)
                .remedy("run again; look for the cause with dmesg | tail (out of memory?)");
    }

    /** One message of the helper. */
    private sealed interface Message {
        record Calibrated(Calibration calibration) implements Message {}

        record Started(SamplingStart start) implements Message {}

        record Exec(long wallNanos) implements Message {}

        record Progressed(SamplingProgress progress) implements Message {}

        record Counted(SamplingCounts counts) implements Message {}

        record Finished(Fields fields) implements Message {}

        record Failed(HelperError error) implements Message {}

        /** A message of an unknown kind. */
        record Other(Fields fields) implements Message {}

        static Message of(HelperLine line) {
            if (line.isError()) {
                return new Failed(HelperError.of(line.fields()));
            }
            Fields f = line.fields();
            return switch (line.event()) {
                case "calibrated" ->
                    new Calibrated(new Calibration(f.number("cost_per_sample_ns"), f.real("share"), f.text("reuse")));
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
                case "interval" -> new Counted(new SamplingCounts(f.number("wall_ns"),
                        f.numberOr("counted_ns", f.number("wall_ns")), f.number("run_ns"), totals(f)));
                case "finished" -> new Finished(f);
                default -> new Other(f);
            };
        }
    }
}
