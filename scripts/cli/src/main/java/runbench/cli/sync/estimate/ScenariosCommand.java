package runbench.cli.sync.estimate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.ExitCode;
import runbench.base.json.OutputFormat;
import runbench.cli.option.Range;
import runbench.cli.output.Terminal;
import runbench.cli.sync.option.ExchangeOptions;
import runbench.report.text.JsonText;
import runbench.report.text.ScenarioReport;
import runbench.report.text.TextTable;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.scenario.Delays;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.MethodComparison;
import runbench.sync.scenario.MethodComparison.Score;
import runbench.sync.scenario.Scenario;
import runbench.sync.scenario.Scenario.Verdict;
import runbench.sync.scenario.Scenarios;
import runbench.sync.scenario.WindowSource;
import runbench.sync.scenario.WindowSource.Replay;
import runbench.sync.session.ExchangeSource;

/** {@code runbench sync scenarios}: named conditions with limits, the truth known exactly. */
@Command(name = "scenarios", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Run named scenarios - paths, clocks and replies that misbehave - and hold the default method to their limits.",
        "Generated exchanges by default; --on takes recorded ones. Exit code 1 if any limit is broken."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync scenarios",
                "  runbench sync scenarios exponential pareto --method all --windows 100 --json",
                "  runbench sync scenarios --on quiet.xchg --window 3.9s"})
public final class ScenariosCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Scenarios; default: all. See --list.")
    private List<String> names = List.of();

    @Option(names = "--list", description = "Say what there is.")
    private boolean list;

    @Option(names = "--windows", paramLabel = "N", defaultValue = "25",
            description = "Windows, or runs of windows, a scenario; default: ${DEFAULT-VALUE}.")
    private int windows;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "7",
            description = "Seed of the random numbers; default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--on", paramLabel = "FILE",
            description = "Run them on this recording, whose ends shared one clock: moved, delayed and lost as each scenario"
                    + " wants, with its clock planted on the node. Cut by --window and --burst.")
    private Path on;

    @Option(names = "--recorded", paramLabel = "CONDITION=FILE",
            description = "Compare methods on these recordings as they are, random clocks planted, stamped as --stamps says.")
    private Map<String, Path> recorded = new LinkedHashMap<>();

    @Mixin
    private ExchangeOptions source;

    @Option(names = "--json", description = "Everything, as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Range.whole("--windows", windows, 1, 100_000);
        List<Scenario> chosen = names.isEmpty() ? recorded.isEmpty() || on != null ? Scenarios.all() : List.of()
                : names.stream().map(Scenarios::named).toList();
        if (list) {
            chosen.forEach(s -> out.println(String.format("%-20s %s", s.name(), s.description())));
            return 0;
        }
        List<Score> scores = new ArrayList<>();
        List<Verdict> verdicts = run(chosen, out);
        verdicts.forEach(v -> scores.addAll(v.scores()));
        recorded.forEach((condition, file) -> {
            ExchangeSource.Prepared r = source.source().read(file);
            scores.addAll(MethodComparison.recorded(condition, r.windows(), r.stamps(), source.methods(), seed));
        });
        if (json) {
            out.println(JsonText.of(OutputFormat.SCENARIOS, ScenarioReport.json(verdicts, scores)));
        } else {
            if (!verdicts.isEmpty()) {
                out.println(ScenarioReport.summary(verdicts));
            }
            if (!scores.isEmpty() && (source.namesMethod() || !recorded.isEmpty())) {
                out.println();
                out.println(TextTable.text(ScenarioReport.scores(scores)));
            }
        }
        boolean kept = scores.stream().allMatch(s -> s.inside() == s.windows())
                && ScenarioReport.count(verdicts, Verdict.Outcome.FAIL) == 0;
        return kept ? 0 : ExitCode.BENCHMARK_FAILED.code();
    }

    /** By the stamps that --stamps names; otherwise by those that the scenario is about. */
    private Scenario asked(Scenario s) {
        Optional<Stamps> stamps = source.stamps();
        return s instanceof Delays d && stamps.isPresent() ? d.by(stamps.get()) : s;
    }

    private List<Verdict> run(List<Scenario> chosen, PrintWriter out) {
        if (chosen.isEmpty()) {
            return List.of();
        }
        WindowSource bed = WindowSource.generated(ScenarioPlan.OFFSET);
        if (on != null) {
            ExchangeSource.Prepared r = source.source().read(on);
            bed = new Replay(on.toString(), r.windows(), r.stamps());
        }
        Scenario.Setting setting = new Scenario.Setting(bed, source.methods(), windows, seed);
        List<Verdict> verdicts = new ArrayList<>();
        try (Terminal terminal = Terminal.of(json)) {
            var progress = terminal.start("scenarios", "scenarios");
            for (Scenario s : chosen) {
                Verdict v = asked(s).run(setting);
                verdicts.add(v);
                progress.at(verdicts.size(), chosen.size());
                if (!json) {
                    out.println(ScenarioReport.verdict(v));
                    out.flush();
                }
            }
        }
        return verdicts;
    }
}
