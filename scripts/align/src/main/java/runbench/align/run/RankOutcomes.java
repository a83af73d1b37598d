package runbench.align.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.file.DiskSpace;
import runbench.base.json.Fields;
import runbench.parser.record.Recording;

/** Determines the outcome of each rank from the files in the run's folder. */
public final class RankOutcomes {
    private static final String RECORDING = "samples.rec";

    private final ClusterFolder folder;
    private final boolean perNode;
    private final Predicate<Path> diskIsExhausted;

    public RankOutcomes(ClusterFolder folder, boolean perNode) {
        this(folder, perNode, DiskSpace::isExhausted);
    }

    /** @param diskIsExhausted whether the disk of a folder has no space left */
    RankOutcomes(ClusterFolder folder, boolean perNode, Predicate<Path> diskIsExhausted) {
        this.folder = folder;
        this.perNode = perNode;
        this.diskIsExhausted = diskIsExhausted;
    }

    /**
     * Returns the outcomes of all ranks, in their order.
     *
     * @param size number of ranks announced by the launcher; ranks that never reported are included
     */
    public List<RankRecord> outcomes(List<Announcements.Report> ranks, int size) {
        List<RankRecord> all = new ArrayList<>();
        Set<Integer> reported = new HashSet<>();
        Map<String, Announcements.Report> samplers = new HashMap<>();
        // The first rank of a node samples it; which one that is depends on timing.
        ranks.stream()
                .filter(r -> Files.exists(r.folder().resolve(RECORDING)))
                .forEach(r -> samplers.putIfAbsent(r.host(), r));
        ranks.forEach(r -> samplers.putIfAbsent(r.host(), r));
        for (Announcements.Report rank : ranks) {
            reported.add(rank.rank().rank());
            Announcements.Report sampler = perNode ? samplers.get(rank.host()) : rank;
            all.add(outcome(rank, sampler.rank().rank()));
        }
        for (int r = 0; r < size; r++) {
            if (!reported.contains(r)) {
                all.add(new RankRecord(r, "", "", null, null, RankState.MISSING, null, null,
                        withDisk("the launcher announced " + size + " ranks, and this one never reported",
                                folder.path()),
                        null, null));
            }
        }
        all.sort(Comparator.comparingInt(RankRecord::rank));
        return all;
    }

    /**
     * Returns the outcome of a rank.
     *
     * @param report report of the rank
     * @param sampler rank that holds the recording of its node
     */
    private RankRecord outcome(Announcements.Report report, int sampler) {
        RankRecord rank = report.rank();
        boolean anotherSamplesItsNode = sampler != rank.rank();
        Path file = report.folder().resolve(RECORDING);
        Optional<Fields> end = report.end();
        Integer status = end.flatMap(e -> e.optionalNumber("exit_status")).map(Long::intValue).orElse(null);
        Integer signal = end.flatMap(e -> e.optionalNumber("signal")).map(Long::intValue).orElse(null);
        RankState state = RankState.COMPLETE;
        String why = null;
        String recording = null;
        if (anotherSamplesItsNode) {
            why = "rank " + sampler + " has the recording of its node";
        } else if (!Files.exists(file)) {
            state = RankState.NOT_MEASURED;
            why = report.problem()
                    .map(ClusterRecord.Problem::why)
                    .orElseGet(() -> withDisk("its node left no recording", report.folder()));
        } else {
            recording = folder.path().relativize(file).toString();
            try {
                Optional<String> damage = Recording.open(file).damage().map(Object::toString);
                if (damage.isPresent() || end.filter(RankOutcomes::cutOff).isPresent()) {
                    state = RankState.CUT_OFF;
                    why = report.problem()
                            .map(ClusterRecord.Problem::why)
                            .orElseGet(() -> withDisk(damage.orElse("its sampler ended before its program"),
                                    report.folder()));
                }
            } catch (RunbenchException e) {
                state = RankState.NOT_MEASURED;
                why = report.problem()
                        .map(ClusterRecord.Problem::why)
                        .orElseGet(() -> withDisk(e.getMessage(), report.folder()));
                recording = null;
            }
        }
        if (end.isEmpty() && state == RankState.COMPLETE && !anotherSamplesItsNode) {
            why = "its node did not report the end of it";
        }
        return new RankRecord(rank.rank(), rank.host(), rank.clockId(), rank.folder(), recording, state, status, signal,
                why, report.released().orElse(null),
                end.map(e -> e.number("program_ended_ns")).filter(ns -> ns != 0).orElse(null));
    }

    /** Adds the likely cause if the disk of a folder has no space left: its node could not write the reason. */
    private String withDisk(String why, Path written) {
        return Stream.of(written, folder.path())
                .distinct()
                .filter(diskIsExhausted)
                .findFirst()
                .map(full -> why + ": no space left on the disk of " + full
                        + ", so the node could not write its reason")
                .orElse(why);
    }

    /** Returns whether the sampler failed during the run; its file may still be complete. */
    private static boolean cutOff(Fields end) {
        return end.truth("cut_off");
    }

    /** Returns the problems that ranks reported. */
    public static List<ClusterRecord.Problem> problems(Announcements announced) throws IOException {
        List<ClusterRecord.Problem> problems = new ArrayList<>();
        for (Announcements.Report rank : announced.ranks()) {
            rank.problem().ifPresent(problems::add);
        }
        problems.addAll(announced.problemsOfOthers());
        return problems;
    }
}
