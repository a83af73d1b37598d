package runbench.measure.schedule;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.process.CpuSet;
import runbench.base.progress.Progress.LateProgress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.catalogue.Preparation;
import runbench.measure.bandwidth.NamedProgram;
import runbench.measure.machine.MachineFiles;
import runbench.schedule.contention.CoRun;
import runbench.schedule.contention.CoRun.CoRunProgram;
import runbench.schedule.contention.CoRun.Group;
import runbench.schedule.contention.CoRun.TimedGroup;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.result.LiveResult;
import runbench.schedule.result.LiveResult.LiveOutcome;
import runbench.schedule.result.LiveResult.TrafficBasis;
import runbench.schedule.result.SustainedRate;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;

/**
 * Runs programs alone, next to a copy, next to programs that load the memory, and next to programs that load only their
 * cache. The antagonists repeat until the program has ended, and the kernel schedules all of them.
 */
public final class CoRunStudy {
    private static final int MAX_ANTAGONISTS = 2;
    private static final long QUANTUM_NANOS = 1_000_000_000;
    private static final long SEED = 1;

    private final CoRunRequest request;
    private final List<NamedProgram> programs;
    private final List<Integer> cpus = CpuSet.own();
    private final TrafficMeter meter = TrafficMeters.ofThisMachine(TrafficUnit.BYTES_PER_SECOND);
    private final List<TimedGroup> runs = new ArrayList<>();
    private final Map<String, String> labels = new HashMap<>();
    private int complete;

    /**
     * A request for a study.
     *
     * @param programs benchmarks or commands as typed
     * @param benches catalogue of benchmarks
     * @param threads CPUs that each program uses, at least 1
     * @param rounds number of rounds of all groups, at least 1
     */
    public record CoRunRequest(List<String> programs, LiveBenches benches, int threads, int rounds) {}

    /**
     * Reads the names of the programs.
     *
     * @throws RunbenchException exit code 2: a word names no program, or one twice; 3: a benchmark or a CPU is missing
     */
    public CoRunStudy(CoRunRequest request) {
        this.request = request;
        programs = NamedProgram.all(request.programs(), request.benches().catalogue(), "name it once");
        if (antagonists() < 1) {
            throw RunbenchException
                    .machine("this process may use " + cpus.size() + " CPUs: no CPU remains for an antagonist next to "
                            + request.threads() + " of a program")
                    .remedy("allow it more CPUs, or give fewer --threads");
        }
        for (NamedProgram p : programs) {
            for (Group group : groups()) {
                request.benches().check(workload(p, group));
            }
        }
    }

    private int antagonists() {
        return Math.min(MAX_ANTAGONISTS, cpus.size() - request.threads());
    }

    private List<Group> groups() {
        return Arrays.stream(Group.values())
                .filter(g -> g != Group.COPY || 2 * request.threads() <= cpus.size())
                .toList();
    }

    private Workload workload(NamedProgram p, Group group) {
        List<WorkloadProgram> all = new ArrayList<>(List.of(program(p, p.name(), request.threads(), false)));
        switch (group) {
            case ALONE -> {
            }
            case COPY -> all.add(program(p, p.name() + " (copy)", request.threads(), false));
            case BBMA, NBBMA -> {
                NamedProgram antagonist = NamedProgram.of(group == Group.BBMA ? "bbma:read" : "nbbma:read",
                        request.benches().catalogue());
                for (int i = 1; i <= antagonists(); i++) {
                    all.add(program(antagonist, antagonist.name() + " " + i, 1, true));
                }
            }
        }
        return new Workload(p.name() + " " + group.label(), TrafficUnit.BYTES_PER_SECOND, all);
    }

    private static WorkloadProgram program(NamedProgram p, String name, int threads, boolean background) {
        return new WorkloadProgram(name, threads, Optional.empty(), p.command(), p.benchmark().map(b -> p.name()), 0,
                background);
    }

    /**
     * Runs all rounds, each in random order.
     *
     * @throws RunbenchException exit code 1: a program failed; 130: interrupted before the first comparison
     */
    public CoRun run(ProgressDisplay display) throws IOException {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        boolean interrupted = rounds(display);
        List<CoRunProgram> results = programs.stream()
                .map(p -> CoRun.program(p.name(), labels.getOrDefault(p.name(), p.name()), runs))
                .filter(p -> p.groups().size() > 1)
                .toList();
        if (results.isEmpty()) {
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted before a program had run in two groups");
        }
        boolean isCounted = runs.stream().anyMatch(r -> r.traffic() != null);
        return new CoRun(MachineFiles.ofThisMachine("contention").machine(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), cpus.size(), request.threads(), antagonists(),
                complete, interrupted, load, isCounted ? meter.label() : "", results, notes(isCounted));
    }

    private boolean rounds(ProgressDisplay display) throws IOException {
        Path folder = Files.createTempDirectory("runbench-corun-");
        Random random = new Random(SEED);
        try (display) {
            LateProgress progress = new LateProgress(display.start("measuring", " runs"),
                    (long) request.rounds() * programs.size() * groups().size());
            for (int round = 0; round < request.rounds(); round++) {
                List<NamedGroup> plan = new ArrayList<>(
                        programs.stream().flatMap(p -> groups().stream().map(g -> new NamedGroup(p, g))).toList());
                Collections.shuffle(plan, random);
                for (NamedGroup g : plan) {
                    if (!measure(round, g, folder)) {
                        return true;
                    }
                    progress.step();
                }
                complete++;
            }
            return false;
        } finally {
            Preparation.discardTree(folder);
        }
    }

    /** Returns false if the run was interrupted. */
    private boolean measure(int round, NamedGroup g, Path folder) throws IOException {
        LiveRequest live = new LiveRequest(workload(g.program, g.group), QUANTUM_NANOS, cpus, SustainedRate.UNKNOWN,
                false, false, folder.resolve(String.valueOf(runs.size())));
        LiveResult result = new LiveRun(live, meter, request.benches(), AloneTimes.UNKNOWN, new LiveObserver() {})
                .run(LivePolicies.create(LivePolicies.KERNEL));
        if (result.interrupted()) {
            return false;
        }
        for (LiveOutcome p : result.programs()) {
            if (!p.failures().isEmpty()) {
                throw RunbenchException.of(ExitCode.BENCHMARK_FAILED, p.name() + ": " + p.failures().get(0))
                        .remedy("run it by itself first");
            }
        }
        labels.putIfAbsent(g.program.name(), result.programs().get(0).command());
        runs.add(new TimedGroup(round, g.program.name(), g.group,
                result.judged().stream().mapToDouble(LiveOutcome::seconds).average().orElseThrow(), traffic(result)));
        Preparation.discardTree(live.folder());
        return true;
    }

    /** Returns the traffic of all programs together; null unless that of each was counted. */
    private static Double traffic(LiveResult result) {
        List<Double> counted = result.programs()
                .stream()
                .map(p -> p.trafficBasis() == TrafficBasis.COUNTED ? p.traffic() : null)
                .toList();
        return counted.stream().allMatch(Objects::nonNull)
                ? (Double) counted.stream().mapToDouble(Double::doubleValue).sum()
                : null;
    }

    private List<String> notes(boolean isCounted) {
        List<String> notes = new ArrayList<>();
        if (!isCounted) {
            notes.add("memory traffic was not counted: "
                    + (meter.label().isEmpty() ? "this machine has no counter for the memory traffic of one program"
                            : meter.label() + " did not count; 'runbench doctor' names the reason"));
        }
        if (antagonists() < MAX_ANTAGONISTS) {
            notes.add("one antagonist instead of two: this process may use " + cpus.size() + " CPUs");
        }
        if (!groups().contains(Group.COPY)) {
            notes.add("no group with a copy: it needs " + 2 * request.threads() + " CPUs, this process may use "
                    + cpus.size());
        }
        return notes;
    }

    private record NamedGroup(NamedProgram program, Group group) {}
}
