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
import runbench.parser.series.TaskInfo;

/**
 * Whose counts these are, and what it cost to follow them. Values that are not known are null.
 *
 * @param countersFollow {@code task}, {@code cpu} or {@code cgroup}
 * @param choice of the scope, where a program was started
 * @param forks tasks that it started, threads included
 * @param costPerForkNs CPU time that inherited counters add to each, as tried before the run
 * @param followingShare of the running time that following tasks cost, or would have cost, 0..1
 * @param cgroups each control group's own counts; empty where none was counted
 * @param places on which CPUs control groups were counted; null where tasks were followed
 */
public record WhoseCounts(@JsonProperty("counters_follow") String countersFollow, ScopeChoice choice, Long forks,
        @JsonProperty("cost_per_fork_ns") Long costPerForkNs, @JsonProperty("following_share") Double followingShare,
        List<CgroupCounts> cgroups, Places places) {

    /** Above this share it is said what to type. */
    public static final double DEAR = 0.05;
    private static final String CGROUP = "cgroup";

    /**
     * Why the counters follow what they follow.
     *
     * @param reason {@code asked}, {@code no run before}, {@code cheap}, {@code dear}, {@code refused}
     * @param predictedShare what following tasks was expected to cost, 0..1
     * @param why a control group was refused
     */
    public record ScopeChoice(String asked, String chosen, String reason,
            @JsonProperty("predicted_share") Double predictedShare, String why) {}

    /**
     * One control group.
     *
     * @param runS time that its tasks were on CPUs, s
     * @param counts by name of the event
     */
    public record CgroupCounts(String name, @JsonProperty("run_s") double runS, Map<String, Long> counts) {}

    /**
     * The CPUs that control groups were counted on.
     *
     * @param counted how many
     * @param machine how many there are
     * @param by what they were chosen by: {@code all}, {@code affinity} of the program, {@code cpuset} of the groups
     * @param uncountedS time that tasks of the groups were on the other CPUs all the same, s; null where that is not
     *     known
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

        /** Where that was chosen. */
        private String words() {
            return by.equals("all") ? ""
                    : counted + " of " + machine + " CPUs, by the "
                            + (by.equals("cpuset") ? "groups' cpusets" : "program's affinity")
                            + (uncountedS != null && uncountedS == 0 ? "; on the others nothing ran" : "");
        }
    }

    /** @param end null where the recording has none. Null for recordings that do not tell */
    static WhoseCounts of(Metadata metadata, Trailer end, List<TaskInfo> tasks) {
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
        return new WhoseCounts(follow, choice, forks, cost == 0 ? null : (Long) cost,
                cost == 0 || run <= 0 ? null : (Double) (forks * (double) cost / run), cgroups(metadata.json(), tasks),
                Places.of(metadata.json(), end));
    }

    /** The series of the first group's CPUs come first, then those of the second. */
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

    /** Whether each series is one CPU's, of a control group. */
    @JsonIgnore
    public boolean ofCgroups() {
        return countersFollow.equals(CGROUP);
    }

    /** What a person should know. */
    @JsonIgnore
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        String dear = followingShare != null && followingShare > DEAR ? String.format(Locale.ROOT,
                "%,d tasks were started, and following them all cost about %.0f %% of the running time", forks,
                followingShare * 100) : "";
        if (places != null && !places.words().isEmpty()) {
            notes.add("counted on " + places.words());
        }
        if (choice == null) {
            if (ofCgroups()) {
                notes.add("counted on each CPU whatever ran in the control group" + (cgroups.size() == 1 ? " " : "s ")
                        + String.join(", ", cgroups.stream().map(CgroupCounts::name).toList())
                        + ", tasks not told apart");
            }
        } else if (ofCgroups()) {
            notes.add("counted on each CPU in a control group of the program's own, at no cost at its forks; tasks "
                    + "are not told apart (--scope " + choice.asked()
                    + (choice.predictedShare() == null || choice.asked().equals(CGROUP) ? ")"
                            : String.format(Locale.ROOT,
                                    ": following the tasks of the run before would cost about %.0f %%)",
                                    choice.predictedShare() * 100)));
        } else {
            switch (choice.reason()) {
                case "no run before" ->
                    notes.add("--scope auto followed each task: no run of this command is known yet, and this one is "
                            + "the next one's");
                case "cheap" -> notes.add(String.format(Locale.ROOT,
                        "--scope auto followed each task: by the run before that costs about %.1f %%",
                        choice.predictedShare() * 100));
                case "refused" -> notes.add(String.format(Locale.ROOT,
                        "--scope auto followed each task, for about %.0f %% of the running time: %s",
                        choice.predictedShare() * 100, choice.why()));
                default -> {
                }
            }
            if (!dear.isEmpty()) {
                notes.add(dear + (choice.asked().equals("auto") ? ""
                        : "; --scope cgroup or auto counts on each CPU instead, at no cost at forks"));
            }
        }
        return notes;
    }
}
