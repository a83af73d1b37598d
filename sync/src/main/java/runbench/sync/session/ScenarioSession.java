package runbench.sync.session;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import runbench.base.progress.Progress;
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

/**
 * The results of scenarios, and of methods on recordings.
 *
 * @param verdicts results of the scenarios in their order
 * @param scores results of the methods: those of the scenarios, then those of the recordings
 */
public record ScenarioSession(List<Verdict> verdicts, List<Score> scores) {
    public ScenarioSession {
        verdicts = List.copyOf(verdicts);
        scores = List.copyOf(scores);
    }

    /**
     * Returns the scenarios to run.
     *
     * @param names names of scenarios; empty: all
     * @param recorded whether only recordings are compared if no scenario is named
     */
    public static List<Scenario> chosen(List<String> names, boolean recorded) {
        if (names.isEmpty()) {
            return recorded ? List.of() : Scenarios.all();
        }
        return names.stream().map(Scenarios::named).toList();
    }

    /**
     * Returns the source of the windows.
     *
     * @param recording recording to degrade; null: windows are generated
     */
    public static WindowSource windows(Path recording, ExchangeSource source) {
        if (recording == null) {
            return WindowSource.generated(ScenarioPlan.OFFSET);
        }
        ExchangeSource.Prepared prepared = source.read(recording);
        return new Replay(recording.toString(), prepared.windows(), prepared.stamps());
    }

    /**
     * Runs scenarios one after the other.
     *
     * @param stamps stamps of scenarios with delays; empty: their own
     * @param observer receives each verdict as soon as it is known
     */
    public static ScenarioSession run(List<Scenario> scenarios, Scenario.Setting setting, Optional<Stamps> stamps,
            Progress progress, Consumer<Verdict> observer) {
        List<Verdict> verdicts = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            Scenario stamped = scenario instanceof Delays d && stamps.isPresent() ? d.by(stamps.get()) : scenario;
            Verdict verdict = stamped.run(setting);
            verdicts.add(verdict);
            progress.at(verdicts.size(), scenarios.size());
            observer.accept(verdict);
        }
        return new ScenarioSession(verdicts, verdicts.stream().flatMap(v -> v.scores().stream()).toList());
    }

    /**
     * Adds the results of methods on unchanged recordings.
     *
     * @param recordings recordings by the name of their condition
     */
    public ScenarioSession withRecordings(Map<String, Path> recordings, ExchangeSource source,
            Scenario.Setting setting) {
        List<Score> all = new ArrayList<>(scores);
        recordings.forEach((condition, file) -> {
            ExchangeSource.Prepared prepared = source.read(file);
            all.addAll(MethodComparison.recorded(condition, prepared.windows(), prepared.stamps(), setting.methods(),
                    setting.seed()));
        });
        return new ScenarioSession(verdicts, all);
    }

    /** Returns whether no limit was exceeded and each guaranteed interval contained the truth. */
    public boolean isWithinLimits() {
        return scores.stream().allMatch(s -> s.inside() == s.windows())
                && verdicts.stream().noneMatch(v -> v.outcome() == Verdict.Outcome.FAIL);
    }
}
