package runbench.schedule.profile;

import java.util.List;

/**
 * The origin of a profile.
 *
 * @param label description of the program that actually ran ("... - NOT SPEC"); may be empty
 * @param machine description of the machine of the recording
 * @param host host name; empty if unknown
 * @param processor identifier of the event table: {@code zen5}, {@code emulated}, {@code unknown}
 * @param recordedUtc time of the recording, ISO 8601
 * @param recording SHA-256 of the recording
 * @param executables files that ran, as far as known; the program itself comes first
 * @param trafficFrom formula and source of the traffic
 * @param waitingFrom formula and source of the waiting share; null if unknown
 * @param time source of the running time
 * @param timeFrom description of that source
 * @param stepsFrom method that divided the run into steps
 * @param shareMeasured share of the running time, 0..1, in which the traffic's events were counted; below 1 the traffic
 *     is a scaled estimate
 * @param total total traffic, bytes
 * @param peak highest traffic of a window, in the profile's unit
 * @param window length of such a window, s
 * @param held share of the variance between windows that the steps explain, 0..1; NaN without variance
 * @param notes reservations
 */
public record ProfileOrigin(String label, String machine, String host, String processor, String recordedUtc,
        String recording, List<ProfiledFile> executables, String trafficFrom, String waitingFrom, TimeSource time,
        String timeFrom, StepSource stepsFrom, double shareMeasured, double total, double peak, double window,
        double held, List<String> notes) {
    /**
     * A file that ran.
     *
     * @param path path of the file
     * @param sha256 SHA-256 of its content
     */
    public record ProfiledFile(String path, String sha256) {}

    /** The source of a profile's running time. */
    public enum TimeSource {
        /** Measured while the traffic was counted. */
        MEASURED,
        /** The time of a native run of the same program, spread evenly over the instructions. */
        NATIVE_RUN,
        /** One instruction per cycle of a stated clock. */
        STATED_CLOCK
    }

    /** The method that divided a run into steps. */
    public enum StepSource {
        /** Stretches between change points of the counted rates. */
        CHANGE_POINTS,
        /** Equal parts, because there are no change points or because they explain little of the traffic. */
        EQUAL_PARTS
    }

    public ProfileOrigin {
        executables = List.copyOf(executables);
        notes = List.copyOf(notes);
    }
}
