package runbench.measure.bandwidth;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import runbench.base.error.RunbenchException;
import runbench.base.process.CpuSet;
import runbench.base.progress.LateProgress;
import runbench.parser.stats.MedianInterval;
import runbench.schedule.contention.InterferenceAnalysis.TimedRuns;

/** Runs programs alone and in pairs, round by round, in random order. */
final class InterferenceRounds {
    /** The memory reader that probes programs. */
    static final String PROBE = "bbma:probe";

    private final InterferenceRequest request;
    private final List<NamedProgram> programs;
    private final List<TimedRuns> runs = new ArrayList<>();
    private final Map<String, Slot> slots = new HashMap<>();
    private final BesideProgram helper;
    private final List<Integer> cpus;
    private int complete;

    InterferenceRounds(InterferenceRequest request, List<NamedProgram> programs) {
        this.request = request;
        this.programs = programs;
        helper = new BesideProgram(1, request.timeout());
        cpus = CpuSet.own();
        if (cpus.size() < 2) {
            throw RunbenchException.machine("this process may run on one CPU: nothing runs beside anything")
                    .remedy("allow it two: taskset -c 0,1 runbench interference ...");
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
        List<BesideProgram.Ended> ended = helper.run(places, on);
        if (places.size() == 1) {
            places.get(0).verify();
        }
        double[][] times = new double[places.size()][];
        double[] running = new double[places.size()];
        for (int i = 0; i < places.size(); i++) {
            int which = i;
            times[i] = ended.stream()
                    .filter(e -> e.slot() == which)
                    .mapToDouble(BesideProgram.Ended::cpuSeconds)
                    .toArray();
            running[i] = Arrays.stream(times[i]).sum()
                    / ended.stream().filter(e -> e.slot() == which).mapToDouble(BesideProgram.Ended::wallSeconds).sum();
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
            known = Slot.of(program, request.resolve(), request.folder().resolve(String.valueOf(slots.size())));
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
}
