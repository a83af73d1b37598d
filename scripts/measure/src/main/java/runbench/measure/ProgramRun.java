package runbench.measure;

import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import runbench.base.home.ProductVersion;
import runbench.parser.check.CheckMark;
import runbench.parser.export.Exports;
import runbench.sampler.environment.MachineState;
import runbench.sampler.events.EventSelection;
import runbench.sampler.run.ProgramBuilder;
import runbench.sampler.run.SamplingRequest;
import runbench.sampler.run.Signal;

/** Measures any program, or observes running processes or CPUs. */
public final class ProgramRun {
    private final ProgramRequest request;
    private final RunObserver observer;

    public ProgramRun(ProgramRequest request, RunObserver observer) {
        this.request = request;
        this.observer = observer;
    }

    /**
     * Runs the program and writes all output files.
     *
     * @return the outcome, also of a failed run: everything measured is kept
     * @throws runbench.base.error.RunbenchException the program was never started
     */
    public RunOutcome run() throws Exception {
        Instant start = Instant.now();
        CompletableFuture<MachineState> state = RunSurroundings.begin();
        SamplingSettings sampling = request.sampling();
        EventSelection events = sampling.events().select(request.cpuWide());
        String title = request.title();
        return RunLife.run(state, () -> request.output().folder(Exports.fileName(title), start),
                folder -> new RunRecord(folder.record(), start).with("benchmark", title)
                        .with("command", request.command())
                        .with("events", sampling.events().list())
                        .with("remarks", events.remarks())
                        .with("period", sampling.period().toString())
                        .with("place", sampling.placement().isBound() ? sampling.placement().facts() : null),
                observer, life -> run(title, events, life));
    }

    private RunOutcome run(String title, EventSelection events, RunLife life) throws Exception {
        SamplingSettings sampling = request.sampling();
        RunFolder folder = life.folder();
        RunRecord record = life.record();
        request.output().follow(life, folder.benchmarkOut(), folder.benchmarkErr());
        List<EventSelection> plan = sampling.events().plan(events);
        boolean again = plan.size() > 1 || request.emulation().filter(EmulationSettings::crossCheck).isPresent();
        // Only one run can read a pipe or a terminal.
        Path stdin = again && ProgramBuilder.OWN_INPUT.equals(request.stdin()) ? null : request.stdin();
        ExactRuns.Outcome outcome = ExactRuns.run(plan, (part, file) -> start(sampling(life, part, file, stdin), life),
                folder, title, null, life, ExactRuns.NOTHING_AROUND);
        if (request.emulation().isPresent()) {
            request.emulation()
                    .get()
                    .crossCheck(sampling(life, events, folder.recording(), stdin), Map.of(), life)
                    .ifPresent(check -> {
                        record.with("cross_check", check);
                        observer.crossChecked(check);
                    });
        }
        RunOutcome end = new RunEnd(folder, record, request.output(), observer.progress()).finish(outcome.result(),
                List.of(), request.command().isEmpty() ? RunEnd.NO_STATUS : 0, life, () -> {});
        // The tasks of a part of the run predict nothing about the whole.
        if (request.attachment() == null && request.times().delay() == null && request.times().control() == null) {
            ForkHistory.of(request.command()).keep(end.summary());
        }
        return end;
    }

    private SampledRun.Start start(SamplingRequest r, RunLife life) {
        // An observation ends as by Ctrl-C if the reader of its counts has ended. A program continues to its end.
        Runnable unread = request.command().isEmpty() ? () -> life.interrupts().received(Signal.INT) : () -> {};
        IntervalReports intervals = request.times().interval() == null ? null
                : new IntervalReports(r.recording(), observer::interval, unread);
        return request.emulation().map(e -> e.start(r, Map.of())).orElseGet(() -> SampledRun.sampled(r, intervals));
    }

    private SamplingRequest sampling(RunLife life, EventSelection events, Path recording, Path stdin) {
        RunFolder folder = life.folder();
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("benchmark", request.title());
        meta.put("label", request.label());
        meta.put("runbench", ProductVersion.RUNBENCH);
        meta.put("metrics", request.sampling().events().metricNames());
        meta.put(CheckMark.KEY, request.sampling().events().checks());
        meta.putAll(life.surroundings().meta());
        return request.sampling()
                .apply(SamplingRequest.of(request.command(), recording, events), request.times().limit())
                .stdin(stdin)
                .stdout(folder.benchmarkOut())
                .stderr(folder.benchmarkErr())
                .meta(meta)
                .scope(ForkHistory.of(request.command()).request(request.sampling().scope()))
                .attachment(request.attachment())
                .delay(request.times().delay())
                .control(request.times().control())
                .interval(request.times().interval())
                .environment(LoggedRun.environment(System.getenv(), recording))
                .build();
    }
}
