package runbench.sampler.run;

import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.process.HelperError;
import runbench.base.process.HelperLine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Gathers the helper's messages and draws the conclusion at its end. */
final class Conversation {
    private static final int SIGNAL_STATUS = 128;

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
        Fields f = finished != null ? finished : new Fields(Map.of());
        boolean seenEnd = finished != null;
        int signal = (int) f.number("signal");
        int received = (int) f.number("received_signal");
        List<Total> totals = new ArrayList<>();
        for (Fields t : f.list("totals")) {
            totals.add(new Total(t.text("name"), t.number("value"), t.number("enabled_ns"), t.number("running_ns")));
        }
        return new SamplingResult(ending(f), seenEnd && signal == 0 && !f.truth("attached") ? OptionalInt.of((int) f.number("exit_status")) : OptionalInt.empty(),
                signal != 0 ? OptionalInt.of(signal) : OptionalInt.empty(),
                received != 0 ? OptionalInt.of(received) : OptionalInt.empty(),
                execWallNanos != null ? OptionalLong.of(execWallNanos) : OptionalLong.empty(),
                seenEnd ? f.number("wall_ns") : progress.wallNanos(), seenEnd ? f.number("run_ns") : progress.runNanos(),
                seenEnd && !f.truth("attached") ? Optional.of(Resources.of(f)) : Optional.empty(),
                seenEnd ? f.number("samples") : progress.samples(), f.number("lost"), f.number("throttled"),
                f.number("late"), f.number("tasks"), f.number("tasks_incomplete"), f.number("helper_cpu_ns"), Optional.ofNullable(calibration), Optional.ofNullable(start),
                start == null ? List.of() : start.counters(), totals, failure);
    }

    private Ending ending(Fields f) {
        if (failed != null) {
            return Ending.RECORDING_FAILED;
        }
        if (finished == null) {
            return Ending.HELPER_DIED;
        }
        return f.truth("interrupted") ? Ending.INTERRUPTED : f.truth("timed_out") ? Ending.TIMED_OUT : Ending.COMPLETED;
    }

    private RunbenchException died(int status, String stderr) {
        String how = status > SIGNAL_STATUS ? "was ended by signal " + (status - SIGNAL_STATUS)
                : "ended with status " + status + " without its final report";
        String words = !stderr.isEmpty() ? "; it said: " + stderr : garbled != null ? "; " + garbled : "";
        String kept = execWallNanos != null ? "; what was sampled until then is in the recording" : "";
        return RunbenchException.machine("the sampling helper " + how + words + kept)
                .remedy("run again; if nobody killed it, look for the reason with dmesg | tail (out of memory?)");
    }
}
