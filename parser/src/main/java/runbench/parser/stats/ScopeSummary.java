package runbench.parser.stats;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording.Trailer;
import runbench.parser.series.SeriesReport.TaskInfo;

/**
 * The scope of the counts of a run, and the overhead of following its tasks. Unknown values are null.
 *
 * @param countersFollow scope of the counters: "task", "cpu" or "cgroup"
 * @param choice the choice of the scope; null unless Runbench started the program
 * @param forks number of tasks that the program started, threads included
 * @param costPerForkNs CPU time that inherited counters add to each fork, ns, measured before the run
 * @param followingShare overhead of following tasks, as a share of the running time; estimated if they were not
 *     followed
 * @param cgroups the counts of each control group; empty if none was counted
 * @param places the CPUs on which control groups were counted; null if tasks were followed
 */
public record ScopeSummary(@JsonProperty("counters_follow") String countersFollow, ScopeChoice choice, Long forks,
        @JsonProperty("cost_per_fork_ns") Long costPerForkNs, @JsonProperty("following_share") Double followingShare,
        List<CgroupCounts> cgroups, Places places) {

    /** Share of the running time above which a note names a scope with less overhead. */
    public static final double MAX_FOLLOWING_SHARE = 0.05;
    private static final String CGROUP = "cgroup";

    /**
     * The choice of the scope, with its reason.
     *
     * @param asked scope that the user requested
     * @param chosen scope that was used
     * @param reason {@code asked}, {@code no run before}, {@code cheap}, {@code dear}, {@code refused}
     * @param predictedShare expected overhead of following tasks, as a share of the running time; null if unknown
     * @param why reason why no control group could be used; null if none was refused
     */
    public record ScopeChoice(String asked, String chosen, String reason,
            @JsonProperty("predicted_share") Double predictedShare, String why) {}

    /**
     * The counts of one control group.
     *
     * @param name of the control group
     * @param runS running time of its tasks, s
     * @param counts final counts by event name
     */
    public record CgroupCounts(String name, @JsonProperty("run_s") double runS, Map<String, Long> counts) {}

    /**
     * The CPUs on which control groups were counted.
     *
     * @param counted number of CPUs with counters
     * @param machine number of CPUs of the machine
     * @param by criterion of their choice: {@code all}, {@code affinity} of the program, {@code cpuset} of the groups
     * @param uncountedS running time of the groups' tasks on the other CPUs, s; null if unknown
     */
    public record Places(int counted, int machine, String by, @JsonProperty("uncounted_s") Double uncountedS) {
        static Places of(JsonNode metadata, Trailer end) {
            if (!metadata.has("cpus_by")) {
                return null;
            }
            JsonNode missed = end == null ? null : end.json().get("uncounted_ns");
            return new Places(metadata.path("observed_cpus").size(), metadata.path("cpus").asInt(),
                    metadata.path("cpus_by").asText(), missed == null ? null : (Double) (missed.asLong() / 1e9));
        }

        /** Returns the counted CPUs as text; empty if all were counted. */
        private String text() {
            return by.equals("all") ? ""
                    : counted + " of " + machine + " CPUs, chosen by the "
                            + (by.equals("cpuset") ? "groups' cpusets" : "program's affinity")
                            + (uncountedS != null && uncountedS == 0 ? "; no task of the group ran on the other CPUs"
                                    : "");
        }
    }

    /**
     * Returns the scope of the counts of a recording.
     *
     * @param end the trailer; null if the recording has none
     * @return null if the recording does not contain the scope
     */
    static ScopeSummary of(Metadata metadata, Trailer end, List<TaskInfo> tasks) {
        String follow = metadata.json().path("counters_follow").asText("");
        if (follow.isEmpty()) {
            return null;
        }
        JsonNode c = metadata.json().path("scope_choice");
        ScopeChoice choice = c.isMissingNode() ? null
                : new ScopeChoice(c.path("asked").asText(), c.path("chosen").asText(), c.path("reason").asText(),
                        c.hasNonNull("predicted_share") ? (Double) c.path("predicted_share").asDouble() : null,
                        c.hasNonNull("why") ? c.path("why").asText() : null);
        boolean known = end != null && end.json().has("forks") && !follow.equals("cpu");
        Long forks = known ? (Long) end.json().path("forks").asLong() : null;
        long cost = known ? end.json().path("cost_per_fork_ns").asLong() : 0;
        long run = known ? end.json().path("run_ns").asLong() : 0;
        return new ScopeSummary(follow, choice, forks, cost == 0 ? null : (Long) cost,
                cost == 0 || run <= 0 ? null : (Double) (forks * (double) cost / run), cgroups(metadata.json(), tasks),
                Places.of(metadata.json(), end));
    }

    /** Returns the counts of each control group. The series are ordered by group and then by CPU. */
    private static List<CgroupCounts> cgroups(JsonNode json, List<TaskInfo> tasks) {
        int cpus = json.path("observed_cpus").size();
        List<CgroupCounts> groups = new ArrayList<>();
        for (JsonNode name : json.path("observed_cgroups")) {
            int group = groups.size();
            double run = 0;
            Map<String, Long> counts = new LinkedHashMap<>();
            for (TaskInfo t : tasks) {
                if (cpus > 0 && t.task() / cpus == group && t.counts() != null) {
                    run += t.runS() == null ? 0 : t.runS();
                    t.counts().forEach((event, n) -> counts.merge(event, n, Long::sum));
                }
            }
            groups.add(new CgroupCounts(name.asText(), run, counts));
        }
        return List.copyOf(groups);
    }

    /** Returns whether each series contains the counts of a control group on one CPU. */
    @JsonIgnore
    public boolean ofCgroups() {
        return countersFollow.equals(CGROUP);
    }

    /** Returns notes about the scope and its overhead; empty if there are none. */
    @JsonIgnore
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        String overhead = followingShare != null && followingShare > MAX_FOLLOWING_SHARE ? String.format(Locale.ROOT,
                "the program started %,d tasks; following them took about %.0f %% of the running time", forks,
                followingShare * 100) : "";
        if (places != null && !places.text().isEmpty()) {
            notes.add("counted on " + places.text());
        }
        if (choice == null) {
            if (ofCgroups()) {
                notes.add("counted per CPU for all tasks of the control group" + (cgroups.size() == 1 ? " " : "s ")
                        + String.join(", ", cgroups.stream().map(CgroupCounts::name).toList())
                        + "; no counts per task");
            }
        } else if (ofCgroups()) {
            notes.add("counted per CPU in the program's own control group, without overhead at forks; "
                    + "no counts per task (--scope " + choice.asked()
                    + (choice.predictedShare() == null || choice.asked().equals(CGROUP) ? ")"
                            : String.format(Locale.ROOT,
                                    ": following the tasks of the previous run would take about %.0f %% of its time)",
                                    choice.predictedShare() * 100)));
        } else {
            switch (choice.reason()) {
                case "no run before" ->
                    notes.add("--scope auto followed each task: there is no earlier run of this command to estimate "
                            + "the overhead from");
                case "cheap" -> notes.add(String.format(Locale.ROOT,
                        "--scope auto followed each task: about %.1f %% overhead, estimated from the previous run",
                        choice.predictedShare() * 100));
                case "refused" -> notes.add(String.format(Locale.ROOT,
                        "--scope auto followed each task, for about %.0f %% of the running time: %s",
                        choice.predictedShare() * 100, choice.why()));
                default -> {
                }
            }
            if (!overhead.isEmpty()) {
                notes.add(overhead + (choice.asked().equals("auto") ? ""
                        : "; --scope cgroup or auto counts per CPU, without overhead at forks"));
            }
        }
        return notes;
    }
}
