package runbench.measure.pas2p;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.file.OutputFolder;
import runbench.base.home.ProjectHome;
import runbench.base.json.OutputFormat;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.measure.machine.SignalHandlers;
import runbench.pas2p.evaluate.Evaluation;
import runbench.pas2p.evaluate.Evaluation.EvaluatedRun;
import runbench.pas2p.evaluate.Evaluation.FailedRun;
import runbench.pas2p.session.TracedRun;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.pas2p.trace.TracedProcess;
import runbench.plotter.render.awt.Charts;
import runbench.report.EvaluationChart;
import runbench.report.text.PrintedJson;

/** Runs each program of a folder with several numbers of processes, untraced and traced, and evaluates the traces. */
public final class ProgramEvaluation {
    /** Name of the files of an evaluation, without their endings. */
    public static final String NAME = "evaluation";

    private static final double NANOS = 1e9;

    /**
     * The programs to evaluate.
     *
     * @param programs folder of executable files
     * @param processes numbers of processes
     * @param command template of the command: {ranks} and {program} are replaced
     * @param mpi openmpi, mpich or auto
     * @param output folder for traces, outputs of the programs and the result
     */
    public record Request(Path programs, List<Integer> processes, String command, String mpi, Path output) {
        List<String> words(Path program, int ranks) {
            return Arrays.stream(command.trim().split("\\s+"))
                    .map(w -> w.replace("{ranks}", Integer.toString(ranks)).replace("{program}", program.toString()))
                    .toList();
        }
    }

    private ProgramEvaluation() {
    }

    /** Runs and evaluates all programs. */
    public static Evaluation run(Request request, ProgressDisplay display) throws IOException {
        List<Path> programs = programs(request.programs());
        OutputFolder.create(request.output());
        List<EvaluatedRun> runs = new ArrayList<>();
        List<FailedRun> failed = new ArrayList<>();
        try (SignalHandlers handlers = SignalHandlers.interrupting()) {
            for (Path program : programs) {
                for (int ranks : request.processes()) {
                    try {
                        runs.add(run(request, program, ranks, display));
                    } catch (RunbenchException e) {
                        if (e.exitCode() == ExitCode.INTERRUPTED) {
                            throw e;
                        }
                        failed.add(new FailedRun(program.getFileName().toString(), ranks, e.getMessage()));
                    }
                }
            }
        }
        if (runs.isEmpty()) {
            throw RunbenchException
                    .of(ExitCode.BENCHMARK_FAILED,
                            "no program of " + request.programs() + " could be evaluated: " + failed.get(0).why())
                    .remedy("the outputs of the programs are in " + request.output());
        }
        Evaluation evaluation = new Evaluation(List.copyOf(runs), List.copyOf(failed));
        write(evaluation, request.output());
        return evaluation;
    }

    /** Writes an evaluation as JSON, CSV and a chart. */
    public static void write(Evaluation evaluation, Path folder) throws IOException {
        OutputFolder.create(folder);
        OutputFile.write(folder.resolve(NAME + ".json"),
                PrintedJson.text(OutputFormat.EVALUATION, evaluation.fields()) + "\n");
        OutputFile.writeText(folder.resolve(NAME + ".csv"), evaluation::csv);
        Charts.writePng(EvaluationChart.of(evaluation), folder.resolve(NAME + ".png"));
    }

    private static List<Path> programs(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw RunbenchException.badInput(folder + " is not a folder").remedy("name the folder of the programs");
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> programs = files.filter(f -> Files.isRegularFile(f) && Files.isExecutable(f))
                    .map(f -> f.toAbsolutePath().normalize())
                    .sorted()
                    .toList();
            if (programs.isEmpty()) {
                throw RunbenchException.badInput(folder + " contains no executable file")
                        .remedy("build the programs first");
            }
            return programs;
        }
    }

    private static EvaluatedRun run(Request request, Path program, int ranks, ProgressDisplay display)
            throws IOException {
        String name = program.getFileName().toString();
        Path folder = TracedRun.prepare(request.output().resolve(name + "-" + ranks));
        List<String> words = request.words(program, ranks);
        long untraced = duration(words, () -> TracedProcess.start(new ProcessBuilder(words).redirectErrorStream(true)
                .redirectOutput(folder.resolve("untraced.txt").toFile())));
        TracedProcess process = new TracedProcess(ProjectHome.folder(), words, folder).mpi(request.mpi())
                .output(folder.resolve("traced.txt"));
        long wall = duration(words, process::start);
        MpiTrace trace = MpiTrace.open(List.of(folder), RankTimelines.NONE, display.start("checking", "B"));
        long run = trace.runEndNanos() - trace.runStartNanos();
        // Without tracing, only the launcher can be timed. Its time is removed by the traced run's share of it.
        double tea = run / NANOS * untraced / wall;
        EvaluatedRun evaluated = Evaluation.of(name, ranks, trace, tea, display.start("ordering", "events"));
        display.close();
        return evaluated;
    }

    /** Runs a command. Returns its duration, ns. */
    private static long duration(List<String> words, Supplier<Process> start) {
        long begun = System.nanoTime();
        Process process = start.get();
        try {
            int status = process.waitFor();
            if (status != 0) {
                throw RunbenchException.of(ExitCode.BENCHMARK_FAILED,
                        String.join(" ", words) + " ended with status " + status);
            }
            return System.nanoTime() - begun;
        } catch (InterruptedException e) {
            process.destroy();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted while " + String.join(" ", words) + " ran")
                    .causedBy(e);
        }
    }
}
