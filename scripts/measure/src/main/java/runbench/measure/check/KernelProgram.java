package runbench.measure.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.json.Fields;
import runbench.base.process.HelperLine;
import runbench.base.stats.Interval;
import runbench.measure.machine.HelperAnswers;
import runbench.parser.check.CheckJudge;
import runbench.parser.check.KernelRun.KnownCount;

/** Runs {@code runbench-kernels}, the program of kernels with known counts. */
final class KernelProgram {
    /**
     * A kernel.
     *
     * @param name name of the kernel
     * @param unit unit of its work
     * @param meaning description
     * @param truths true counts per unit, by quantity
     * @param skipped reason why it cannot run here; empty: it can
     */
    record Kernel(String name, String unit, String meaning, Map<String, KnownCount> truths, String skipped) {}

    /**
     * The work that a kernel reports.
     *
     * @param units number of units
     * @param nanos duration of its rounds in ns
     * @param truths true counts of all units, by quantity
     */
    record ReportedWork(double units, long nanos, Map<String, KnownCount> truths) {}

    private final Path program;

    KernelProgram(Path home) {
        program = ProjectHome.program(home, "runbench-kernels");
        if (!Files.isExecutable(program)) {
            throw RunbenchException
                    .machine("the kernels of known counts have not been built: " + program + " is missing")
                    .remedy(ProjectHome.rebuildRemedy(home));
        }
    }

    List<String> command(String kernel, long rounds) {
        return List.of(program.toString(), kernel, String.valueOf(rounds));
    }

    List<Kernel> list() {
        return ask(List.of(program.toString())).stream()
                .map(HelperLine::fields)
                .map(f -> new Kernel(f.text("name"), f.text("unit"), f.text("meaning"), truths(f, 1),
                        f.textOr("skipped", "")))
                .toList();
    }

    /** Runs a kernel without counting. */
    ReportedWork run(String kernel, long rounds) {
        return said(ask(command(kernel, rounds)).get(0).fields());
    }

    /** Reads the output of a counted run; empty if the kernel could not run there. */
    static Optional<ReportedWork> read(Path output) throws IOException {
        for (String line : Files.readAllLines(output)) {
            HelperLine said = HelperLine.parse(line);
            if (!said.isError()) {
                return Optional.of(said(said.fields()));
            }
        }
        return Optional.empty();
    }

    private static ReportedWork said(Fields f) {
        return new ReportedWork(f.real("units"), f.number("ns"), truths(f, f.real("units")));
    }

    private static Map<String, KnownCount> truths(Fields f, double units) {
        List<KnownCount> counts = new ArrayList<>();
        for (Fields c : f.list("per_unit")) {
            counts.add(new KnownCount(c.text("quantity"), new Interval(c.real("low") * units, c.real("high") * units),
                    c.real("expected") * units, c.text("why")));
        }
        return CheckJudge.completed(counts);
    }

    private static List<HelperLine> ask(List<String> command) {
        return HelperAnswers.of(command, "the kernels of known counts");
    }
}
