package runbench.parser.series;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * One task (thread) of the program.
 *
 * @param task serial number in the recording
 * @param parent serial number; -1 for the first
 * @param name its last name
 * @param startS wall time of its appearance since the start of the run, s; null when it was not seen
 * @param endS wall time of its end, s; null when it was not seen
 * @param runS running time, s; null when it is not known
 * @param periods samples taken of it alone
 * @param counts what was counted in it, by name of the event; events that were not counted are absent; null when it was
 *     only counted together with others
 * @param reason why running time and counts are not known; null when they are
 */
public record TaskInfo(int task, int tid, int pid, int parent, String name, @JsonProperty("start_s") Double startS,
        @JsonProperty("end_s") Double endS, @JsonProperty("run_s") Double runS, long periods, Map<String, Long> counts,
        @JsonInclude(JsonInclude.Include.NON_NULL) String reason) {}
