package runbench.sampler.run;

import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.process.ExitStatus;
import runbench.base.process.HelperError;
import runbench.base.process.HelperLine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Collects the helper's messages and builds the result of the run. */
final class Conversation {
    private final SamplingListener listener;
    private Calibration calibration;
    private SamplingStart start;
    private Long execWallNanos;
    private SamplingProgress progress = new SamplingProgress(0, 0, 0);
    private Fields finished;
    private HelperError failed;
    private String garbled;

    Conversation(SamplingListener listener) {
        this.listener = listener;
    }

    void receive(String line) {
        HelperMessage message;
        try {
            message = HelperMessage.of(HelperLine.parse(line));
        } catch (IOException e) {
            garbled(e.getMessage());
            return;
        }
        if (message instanceof HelperMessage.Calibrated m) {
            calibration = m.calibration();
            listener.calibrated(calibration);
        } else if (message instanceof HelperMessage.Started m) {
            start = m.start();
            listener.started(start);
        } else if (message instanceof HelperMessage.Exec m) {
            execWallNanos = m.wallNanos();
            listener.exec(execWallNanos);
        } else if (message instanceof HelperMessage.Progressed m) {
            progress = m.progress();
            listener.progress(progress);
        } else if (message instanceof HelperMessage.Finished m) {
            finished = m.fields();
        } else if (message instanceof HelperMessage.Failed m) {
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
        List<Total> totals = new ArrayList<>();
        for (Fields t : f.list("totals")) {
            totals.add(t.numberOrNull("value") != null
                    ? new Total(t.text("name"), t.number("value"), t.number("enabled_ns"), t.number("running_ns"))
                    : new Total(t.text("name"), 0, 0, 0)); // not counted: its status has the reason; the enabled time is 0
        }
        // The emulator reports neither late samples nor incomplete tasks.
        return new SamplingResult(ending(f),
                signal == 0 && !attached ? OptionalInt.of((int) f.number("exit_status")) : OptionalInt.empty(),
                signal != 0 ? OptionalInt.of(signal) : OptionalInt.empty(),
                f.optionalNumber("received_signal").map(n -> OptionalInt.of(n.intValue())).orElse(OptionalInt.empty()),
                exec(), f.number("wall_ns"), f.number("run_ns"),
                attached ? Optional.empty() : Optional.of(Resources.of(f)), f.number("samples"), f.number("lost"),
                f.number("throttled"), f.numberOr("late", 0), f.number("tasks"), f.numberOr("tasks_incomplete", 0),
                f.number("helper_cpu_ns"), Optional.ofNullable(calibration), Optional.ofNullable(start), counters(),
                totals, failure);
    }

    /** Returns the result from the messages so far, if the helper died or the recording failed. */
private SamplingResult partial(Optional<RunbenchException> failure) {
        return new SamplingResult(failed != null ? Ending.RECORDING_FAILED : Ending.HELPER_DIED, OptionalInt.empty(),
                OptionalInt.empty(), OptionalInt.empty(), exec(), progress.wallNanos(), progress.runNanos(),
                Optional.empty(), progress.samples(), 0, 0, 0, 0, 0, 0, Optional.ofNullable(calibration),
                Optional.ofNullable(start), counters(), List.of(), failure);
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
        String kept = execWallNanos != null ? "; the recording contains all samples up to then" : "";
        return RunbenchException.machine("the sampling helper " + how + words + kept)
                .remedy("run again; look for the cause with dmesg | tail (out of memory?)");
    }
}
