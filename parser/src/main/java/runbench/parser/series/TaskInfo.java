package runbench.parser.series;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * One task (thread) of the program.
 *
 * @param task    serial number in the recording
 * @param parent  serial number; -1 for the first
 * @param name    its last name
 * @param startS  wall time of its appearance since the start of the run, s; null when it was not seen
 * @param endS    wall time of its end, s; null when it was not seen
 * @param runS    running time, s
 * @param periods samples taken of it
 * @param counts  per event of the recording what was counted in it; 0 for events that were not counted
 */
public record TaskInfo(
        int task,
        int tid,
        int pid,
        int parent,
        String name,
        @JsonProperty("start_s") Double startS,
        @JsonProperty("end_s") Double endS,
        @JsonProperty("run_s") double runS,
        long periods,
        List<Long> counts) {
}
