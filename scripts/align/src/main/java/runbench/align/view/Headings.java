package runbench.align.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;
import runbench.align.view.ClusterView.Heading;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Metadata;

/** Builds the heading of a run from its record and recordings. */
final class Headings {
    private final ClusterRun run;
    private final List<RankReading> readings;
    private final List<String> remarks;

    Headings(ClusterRun run, List<RankReading> readings, List<String> remarks) {
        this.run = run;
        this.readings = readings;
        this.remarks = new ArrayList<>(remarks);
    }

    Heading heading() {
        ClusterRecord r = run.record();
        List<Metadata> recorded = readings.stream()
                .filter(x -> x.view() != null)
                .map(x -> x.view().periods().recording().metadata())
                .toList();
        for (RankReading x : readings) {
            RankRecord rank = x.opened().clock().rank();
            if (x.view() == null && rank.state() != RankState.MISSING) {
                remarks.add(rank.title() + ": " + x.opened().why());
            } else if (x.report() != null) {
                x.view()
                        .periods()
                        .recording()
                        .damage()
                        .ifPresent(d -> remarks.add(rank.title() + ": its recording is " + d.words()));
                x.report().discrepancies().forEach(d -> remarks.add(rank.title() + ": " + d));
            }
        }
        r.problems().forEach(p -> remarks.add(r.words(p)));
        return new Heading(program(r, recorded), r.command(), r.launcher(), r.mpi(),
                run.ranks().stream().map(RankRecord::host).filter(h -> !h.isEmpty()).distinct().toList(),
                r.startedUtc(), r.periodNs(),
                recorded.stream().map(Metadata::machine).filter(m -> !m.isEmpty()).distinct().toList(),
                recorded.stream()
                        .flatMap(m -> m.events().stream())
                        .filter(EventInfo::counted)
                        .map(e -> e.source().label())
                        .distinct()
                        .toList(),
                notCounted(), r.state(), r.reason(), remarks);
    }

    /**
     * Returns the program's name. If the recorded name is one of the typed words or the launcher itself, the ranks'
     * executables decide, because launcher options are not parsed.
     */
    private String program(ClusterRecord r, List<Metadata> recorded) {
        if (r.plan() != null) {
            return r.program();
        }
        String own = run.ranks()
                .stream()
                .map(run::executable)
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(recorded.isEmpty() ? "" : recorded.get(0).benchmark());
        List<String> words = r.command().stream().map(Headings::file).toList();
        boolean launcher = r.launcher() != null && r.program().equals(file(r.launcher()));
        return !own.isEmpty() && (launcher
                || r.form() == ClusterRecord.Form.CONSTRUCTOR && words.contains(r.program()) && words.contains(own))
                        ? own
                        : r.program();
    }

    private static String file(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private List<Heading.NotCounted> notCounted() {
        record Case(String event, String why) {}
        Map<Case, List<Integer>> ranks = new LinkedHashMap<>();
        for (RankReading x : readings) {
            if (x.view() != null) {
                x.view()
                        .periods()
                        .events()
                        .stream()
                        .filter(e -> !e.counted())
                        .forEach(e -> ranks.computeIfAbsent(new Case(e.name(), e.reason()), k -> new ArrayList<>())
                                .add(x.opened().rank()));
            }
        }
        return ranks.entrySet()
                .stream()
                .map(e -> new Heading.NotCounted(e.getKey().event(), e.getValue(), e.getKey().why()))
                .toList();
    }
}
