package runbench.measure.bandwidth;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.LateProgress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.catalogue.Preparation;
import runbench.measure.machine.MachineFiles;
import runbench.measure.machine.SignalHandlers;
import runbench.schedule.contention.ContentionModel;
import runbench.schedule.contention.Interference;
import runbench.schedule.contention.Interference.InterferingProgram;
import runbench.schedule.contention.Interference.SlowedBy;
import runbench.schedule.contention.InterferenceAnalysis;
import runbench.schedule.contention.InterferenceAnalysis.TimedRuns;
import runbench.schedule.contention.ProgramDemand;
import runbench.schedule.profile.KeptProfile;
import runbench.schedule.profile.ProfileLibrary.LibraryEntry;

/** Measures or predicts the mutual slowdown of programs. */
public final class InterferenceStudy {
    private static final double MIN_RUNNING_SHARE = 0.9;

    private final InterferenceRequest request;
    private final ProgressDisplay display;
    private final List<NamedProgram> programs;

    /**
     * Reads the names of the programs.
     *
     * @throws RunbenchException (bad input) a word names no program, or one twice
     */
    public InterferenceStudy(InterferenceRequest request, ProgressDisplay display) {
        this.request = request;
        this.display = display;
        programs = NamedProgram.all(request.programs(), request.catalogue(),
                "name it once: each is held against a second copy of itself, too");
    }

    /**
     * Measures and predicts.
     *
     * @throws RunbenchException exit code 1: a program failed; 2: a program is unknown; 130: interrupted before any
     *     result
     */
    public Interference run() throws IOException {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        if (!request.measure() && !request.probe()) {
            return result(List.of(), 0, false, load, Map.of(), true);
        }
        Path folder = Files.createTempDirectory("runbench-interference-");
        try {
            return measured(new InterferenceRounds(request, programs, folder), load);
        } finally {
            Preparation.discardTree(folder);
        }
    }

    private Interference measured(InterferenceRounds rounds, double load) throws IOException {
        boolean interrupted = false;
        try (SignalHandlers signals = SignalHandlers.interrupting(); display) {
            rounds.run(new LateProgress(display.start("measuring", " runs"), rounds.steps()));
        } catch (InterruptedException e) {
            interrupted = true;
        } catch (RunbenchException e) {
            // A key at the terminal also ends the helper, which may be noticed before the signal.
            if (!Thread.interrupted()) {
                throw e;
            }
            interrupted = true;
        }
        if (interrupted && rounds.runs().isEmpty()) {
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted before any program had come to its end");
        }
        Map<String, String> labels = new HashMap<>();
        programs.forEach(p -> labels.put(p.name(), rounds.label(p.name())));
        return result(rounds.runs(), rounds.complete(), interrupted, load, labels, false);
    }

    private Interference result(List<TimedRuns> runs, int complete, boolean interrupted, double load,
            Map<String, String> labels, boolean profilesNeeded) {
        InterferenceAnalysis analysis = new InterferenceAnalysis(runs);
        ContentionModel model = request.model().orElse(null);
        List<String> notes = new ArrayList<>();
        List<InterferingProgram> all = new ArrayList<>();
        for (NamedProgram p : programs) {
            ProgramDemand demand = model == null ? null : demand(p, analysis, model, profilesNeeded).orElse(null);
            if (model != null && demand == null) {
                notes.add("the memory traffic of " + p.name() + " is unknown: measure it with --probe");
            }
            if (model != null) {
                notes.addAll(analysis.doubts(model, p.name(), InterferenceRounds.PROBE));
            }
            all.add(analysis.program(p.name(), labels.getOrDefault(p.name(), p.name()), demand));
        }
        all.stream()
                .filter(p -> p.running() < MIN_RUNNING_SHARE)
                .forEach(p -> notes.add(p.name() + " had a CPU in " + Math.round(100 * p.running())
                        + " % of its time alone: other programs use this machine, which also reduces the share"
                        + " of the programs in each pair"));
        List<SlowedBy> cells = analysis.cells(all, model);
        return new Interference(MachineFiles.ofThisMachine("contention").machine(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), complete, interrupted, load, all, cells,
                model, InterferenceAnalysis.error(cells), notes);
    }

    /** Returns the measured memory traffic of a program; otherwise that of its library profile. */
    private Optional<ProgramDemand> demand(NamedProgram p, InterferenceAnalysis analysis, ContentionModel model,
            boolean needed) {
        Optional<ProgramDemand> probed = analysis.probed(model, p.name(), InterferenceRounds.PROBE);
        if (probed.isPresent()) {
            return probed;
        }
        String name = p.profile(request.resolve());
        Optional<LibraryEntry> kept = needed ? Optional.of(request.library().get(name)) : request.library().find(name);
        return kept.filter(e -> e.profile().unit() == model.unit()).map(e -> of(e.kept(), e.id()));
    }

    private static ProgramDemand of(KeptProfile kept, String id) {
        List<ProgramDemand.Stretch> course = kept.profile()
                .steps()
                .stream()
                .map(s -> new ProgramDemand.Stretch(s.aloneSeconds(), s.traffic(), s.waiting()))
                .toList();
        return new ProgramDemand(kept.profile().threads(), kept.meanTraffic(), kept.meanWaiting(),
                "profile " + id + ": " + kept.profile().source().label()
                        + (course.size() > 1 ? "; step by step, " + course.size() + " of them" : "; its mean"),
                course);
    }
}
