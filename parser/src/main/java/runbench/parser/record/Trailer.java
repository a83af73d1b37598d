package runbench.parser.record;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * How the run ended, as the sampler saw it. Numbers that the file does not hold are -1.
 *
 * @param exitStatus of the benchmark; -1 when a signal ended it
 * @param signal that ended the benchmark; 0 when none
 * @param wallNanos from the benchmark's start to its end
 * @param lost records that the kernel dropped
 * @param json everything, as it stands in the file
 */
public record Trailer(int exitStatus, int signal, boolean timedOut, boolean interrupted, long wallNanos, long userNanos,
        long systemNanos, long maxRssKib, long samples, long lost, long throttled, long tasks, long costPerSampleNanos,
        long helperCpuNanos, JsonNode json) {

    static Trailer from(JsonNode json) {
        return new Trailer(json.path("exit_status").asInt(-1), json.path("signal").asInt(0),
                json.path("timed_out").asBoolean(false), json.path("interrupted").asBoolean(false),
                json.path("wall_ns").asLong(-1), json.path("user_ns").asLong(-1), json.path("system_ns").asLong(-1),
                json.path("max_rss_kib").asLong(-1), json.path("samples").asLong(-1), json.path("lost").asLong(-1),
                json.path("throttled").asLong(-1), json.path("tasks").asLong(-1),
                json.path("cost_per_sample_ns").asLong(-1), json.path("helper_cpu_ns").asLong(-1), json);
    }
}
