package runbench.measure.roofline;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.progress.LateProgress;
import runbench.base.progress.ProgressDisplay;
import runbench.measure.machine.MachineFiles;
import runbench.parser.roofline.Roof;
import runbench.parser.roofline.Roofs;

/** Measures the roofs of this machine and keeps them in a file. */
final class RoofMeasurement {
    private static final String NAME = "roofs";
    private static final int LONGEST_MS = 1000;

    private final MachineFiles files = MachineFiles.ofThisMachine(NAME);

    Path file() {
        return files.file(NAME);
    }

    Map<String, String> machine() {
        return files.machine();
    }

    /** Returns the kept roofs of this machine; empty if none were measured. */
    Optional<Roofs> kept() {
        return read(file()).filter(r -> r.machine().equals(files.machine()));
    }

    static Optional<Roofs> read(Path file) {
        try {
            return Roofs.read(file);
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }

    /**
     * Measures all roofs.
     *
     * @param seconds approximate total time in seconds; filling arrays larger than the caches takes additional time
     */
    Roofs measure(double seconds, ProgressDisplay display) {
        RoofProgram program = new RoofProgram(ProjectHome.folder());
        List<RoofProgram.Kernel> kernels = program.list();
        List<RoofProgram.Kernel> possible = kernels.stream().filter(k -> k.skipped().isEmpty()).toList();
        Map<String, String> skipped = new LinkedHashMap<>();
        kernels.stream().filter(k -> !k.skipped().isEmpty()).forEach(k -> skipped.put(k.title(), k.skipped()));
        int milliseconds = (int) Math.max(1,
                Math.min(LONGEST_MS, Math.round(1000 * seconds / (possible.size() * RoofProgram.REPETITIONS))));
        List<Roof> roofs = new ArrayList<>();
        try (display) {
            LateProgress progress = new LateProgress(display.start("measuring", " roofs"), possible.size());
            for (RoofProgram.Kernel k : possible) {
                roofs.add(program.measure(k, milliseconds));
                progress.step();
            }
        }
        int cpus = roofs.stream().mapToInt(Roof::threads).max().orElse(1);
        Roofs all = new Roofs(files.machine(), cpus, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), roofs,
                skipped);
        files.keep(NAME, "the roofs", all::write);
        return all;
    }
}
