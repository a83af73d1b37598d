package runbench.measure.bandwidth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.json.Fields;
import runbench.base.process.CpuSet;
import runbench.base.process.HelperError;
import runbench.base.process.HelperLine;
import runbench.base.process.HelperProcess;
import runbench.base.process.IoReason;
import runbench.base.progress.Progress.LateProgress;
import runbench.base.stats.Statistics.MedianInterval;
import runbench.schedule.contention.InterferenceAnalysis.TimedRuns;

/** Runs programs alone and in pairs, round by round, in random order. */
final class InterferenceRounds {
    /** The memory reader that probes programs. */
    static final String PROBE = "bbma:probe";

    private final InterferenceRequest request;
    private final List<NamedProgram> programs;
    private final Path folder;
    private final List<TimedRuns> runs = new ArrayList<>();
    private final Map<String, Slot> slots = new HashMap<>();
    private final ConcurrentPrograms helper;
    private final List<Integer> cpus;
    private int complete;

    /** @param folder folder for the programs' output */
    InterferenceRounds(InterferenceRequest request, List<NamedProgram> programs, Path folder) {
        this.folder = folder;
        this.request = request;
        this.programs = programs;
        helper = new ConcurrentPrograms(1, request.timeout());
        cpus = CpuSet.own();
        if (cpus.size() < 2) {
            throw RunbenchException.machine("this process may run on one CPU: nothing can run concurrently")
                    .remedy("allow it two: taskset -c 0,1 runbench schedule interference ...");
        }
    }

    /** Returns the runs of one round, each with one or two programs. */
    private List<List<NamedProgram>> plan() {
        List<List<NamedProgram>> plan = new ArrayList<>();
        List<NamedProgram> all = new ArrayList<>(programs);
        NamedProgram probe = NamedProgram.of(PROBE, request.catalogue());
        if (request.probe()) {
            programs.forEach(p -> plan.add(List.of(p, probe)));
            all.add(probe);
        }
        all.forEach(p -> plan.add(List.of(p)));
        for (int i = 0; request.measure() && i < programs.size(); i++) {
            for (int j = i; j < programs.size(); j++) {
                plan.add(List.of(programs.get(i), programs.get(j)));
            }
        }
        return plan;
    }

    int steps() {
        return plan().size() * request.rounds();
    }

    /** Runs all rounds. After an interrupt, {@link #runs} holds everything measured before. */
    void run(LateProgress progress) throws InterruptedException, IOException {
        Random random = new Random(request.seed());
        for (int round = 0; round < request.rounds(); round++) {
            List<List<NamedProgram>> plan = plan();
            Collections.shuffle(plan, random);
            for (List<NamedProgram> together : plan) {
                measure(round, together);
                progress.step();
            }
            complete++;
        }
    }

    private void measure(int round, List<NamedProgram> together) throws InterruptedException, IOException {
        List<Slot> places = new ArrayList<>();
        for (int i = 0; i < together.size(); i++) {
            places.add(slot(together.get(i), i));
        }
        // Each program runs equally often on both CPUs, also alone.
        List<Integer> on = List.of(cpus.get(round % 2), cpus.get(1 - round % 2)).subList(0, places.size());
        List<ConcurrentPrograms.Ended> ended = helper.run(places, on);
        if (places.size() == 1) {
            places.get(0).verify();
        }
        double[][] times = new double[places.size()][];
        double[] running = new double[places.size()];
        for (int i = 0; i < places.size(); i++) {
            int which = i;
            times[i] = ended.stream()
                    .filter(e -> e.slot() == which)
                    .mapToDouble(ConcurrentPrograms.Ended::cpuSeconds)
                    .toArray();
            running[i] = Arrays.stream(times[i]).sum() / ended.stream()
                    .filter(e -> e.slot() == which)
                    .mapToDouble(ConcurrentPrograms.Ended::wallSeconds)
                    .sum();
        }
        for (int i = 0; i < places.size(); i++) {
            runs.add(new TimedRuns(round, places.get(i).name(), places.size() == 1 ? "" : places.get(1 - i).name(),
                    MedianInterval.of(times[i]).median(), running[i]));
        }
    }

    private Slot slot(NamedProgram program, int place) throws IOException {
        String key = place + "/" + program.name();
        Slot known = slots.get(key);
        if (known == null) {
            known = Slot.of(program, request.resolve(), folder.resolve(String.valueOf(slots.size())));
            slots.put(key, known);
        }
        return known;
    }

    List<TimedRuns> runs() {
        return runs;
    }

    int complete() {
        return complete;
    }

    /** Returns the label of a program's run; its name if it never ran. */
    String label(String name) {
        return slots.containsKey("0/" + name) ? slots.get("0/" + name).label() : name;
    }

    /** Runs programs concurrently and repeatedly with the helper {@code runbench-beside}. */
    private static final class ConcurrentPrograms {
        private final Path program = ProjectHome.program(ProjectHome.folder(), "runbench-beside");
        private final int runs;
        private final long seconds;

        /**
         * Prepares a helper run.
         *
         * @param runs number of complete runs of each program, at least
         * @param seconds limit for the total time in seconds
         */
        ConcurrentPrograms(int runs, long seconds) {
            this.runs = runs;
            this.seconds = seconds;
            if (!Files.isExecutable(program)) {
                throw RunbenchException
                        .machine("the helper that runs programs concurrently has not been built: " + program
                                + " is missing")
                        .remedy(ProjectHome.rebuildRemedy(ProjectHome.folder()));
            }
        }

        /**
         * A completed run.
         *
         * @param slot index of the slot
         * @param wallSeconds wall time in seconds
         * @param cpuSeconds CPU time in seconds
         */
        record Ended(int slot, double wallSeconds, double cpuSeconds) {}

        /**
         * Runs the programs.
         *
         * @param cpus CPU number of each slot, or -1
         * @throws InterruptedException all programs have been ended
         */
        List<Ended> run(List<Slot> slots, List<Integer> cpus) throws InterruptedException {
            List<String> command = new ArrayList<>(
                    List.of(program.toString(), String.valueOf(runs), String.valueOf(seconds)));
            for (int i = 0; i < slots.size(); i++) {
                command.addAll(slots.get(i).words(cpus.get(i)));
            }
            List<String> lines = new CopyOnWriteArrayList<>();
            try (HelperProcess helper = HelperProcess.start("beside", command, System.getenv())) {
                helper.read(new HelperProcess.Reader() {
                    @Override
                    public void line(String line) {
                        lines.add(line);
                    }

                    @Override
                    public void broken(IOException e) {
                        // The exit status reports the reason.
                    }
                });
                int status = helper.await(helper::close);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                return ended(lines, slots, status);
            } catch (IOException e) {
                throw RunbenchException.machine("cannot run " + program + ": " + IoReason.of(e)).causedBy(e);
            }
        }

        private static List<Ended> ended(List<String> lines, List<Slot> slots, int status) throws IOException {
            List<Ended> all = new ArrayList<>();
            for (String text : lines) {
                HelperLine line = HelperLine.parse(text);
                Fields f = line.fields();
                if (line.isError()) {
                    HelperError e = HelperError.of(f);
                    throw RunbenchException.of(ExitCode.BENCHMARK_FAILED, e.message()).remedy(e.remedy());
                }
                Slot slot = slots.get((int) f.number("program"));
                slot.ended((int) f.number("status"));
                all.add(new Ended((int) f.number("program"), f.number("wall_ns") / 1e9, f.number("cpu_ns") / 1e9));
            }
            if (status != 0) {
                throw RunbenchException
                        .machine("the helper that runs programs concurrently ended with status " + status)
                        .remedy("run it again");
            }
            return all;
        }
    }
}
