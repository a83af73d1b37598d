package runbench.measure.roofline;

import java.io.IOException;
import java.nio.file.Files;
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
import runbench.base.json.Fields;
import runbench.base.process.HelperLine;
import runbench.base.progress.Progress.LateProgress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.quantity.Units;
import runbench.measure.machine.HelperAnswers;
import runbench.measure.machine.MachineFiles;
import runbench.parser.roofline.Roof;
import runbench.parser.roofline.Roof.RoofKind;
import runbench.parser.roofline.Roofs;

/** Measures the roofs of this machine and keeps them in a file. */
final class RoofMeasurement {
    private static final String NAME = "roofs";
    private static final int MAX_KERNEL_MS = 1000;

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
                Math.min(MAX_KERNEL_MS, Math.round(1000 * seconds / (possible.size() * RoofProgram.REPETITIONS))));
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

    /** Runs {@code runbench-roofs}, whose kernels measure peak compute and memory throughput. */
    private static final class RoofProgram {
        /**
         * Rounds of several repetitions: enough for a confidence interval of the median and for an undisturbed
         * repetition in each round.
         */
        static final int ROUNDS = 10;
        static final int REPETITIONS = 100;

        /**
         * A kernel of the program.
         *
         * @param name name of the kernel
         * @param kind compute or memory
         * @param label text on the roof
         * @param precision floating-point precision; empty for memory
         * @param threads number of threads
         * @param meaning description
         * @param bytes size of its data
         * @param skipped reason why it cannot run here; empty: it can
         */
        record Kernel(String name, RoofKind kind, String label, String precision, int threads, String meaning,
                long bytes, String skipped) {
            /** Returns a name that includes the number of threads. */
            String title() {
                return name + ", " + Units.counted(threads, "thread");
            }
        }

        private final Path program;

        RoofProgram(Path home) {
            program = ProjectHome.program(home, "runbench-roofs");
            if (!Files.isExecutable(program)) {
                throw RunbenchException
                        .machine("the kernels that measure roofs have not been built: " + program + " is missing")
                        .remedy(ProjectHome.rebuildRemedy(home));
            }
        }

        List<Kernel> list() {
            return ask(List.of(program.toString())).stream().map(HelperLine::fields).map(RoofProgram::kernel).toList();
        }

        private static Kernel kernel(Fields f) {
            boolean moves = f.has("level");
            return new Kernel(f.text("name"), moves ? RoofKind.BANDWIDTH : RoofKind.OPERATIONS,
                    f.text(moves ? "level" : "vector"), f.textOr("precision", ""), (int) f.number("threads"),
                    f.text("meaning") + (moves ? ", by " + f.text("vector") + " instructions" : ""), f.number("bytes"),
                    f.textOr("skipped", ""));
        }

        Roof measure(Kernel k, int milliseconds) {
            double[] rates = ask(List.of(program.toString(), k.name(), String.valueOf(k.threads()),
                    String.valueOf(REPETITIONS), String.valueOf(milliseconds))).stream()
                    .map(HelperLine::fields)
                    .mapToDouble(f -> f.real("work") / (f.number("ns") / 1e9))
                    .toArray();
            return Roof.of(k.name(), k.kind(), k.label(), k.precision(), k.threads(), k.meaning(), k.bytes(), rates,
                    ROUNDS);
        }

        private static List<HelperLine> ask(List<String> command) {
            return HelperAnswers.of(command, "the kernels that measure roofs");
        }
    }
}
