package runbench.schedule.profile;

import java.util.List;

/**
 * Where a profile comes from, and what else is known of it.
 *
 * @param label what was really run ("... - NOT SPEC"); may be empty
 * @param machine that recorded it, in words
 * @param host its name; empty where the recording does not tell
 * @param processor the table of its events: {@code zen5}, {@code emulated}, {@code unknown}
 * @param recordedUtc ISO 8601
 * @param recording SHA-256 of the recording
 * @param executables what ran, as far as it is known: the program itself first
 * @param trafficFrom formula and source of the traffic
 * @param waitingFrom the same of the waiting; null where it is not known
 * @param time what the running time is
 * @param timeFrom the same in words
 * @param stepsFrom what the steps are
 * @param shareMeasured share of the running time in which the events of the traffic were counted, 0..1; below 1 the
 *     traffic is an estimate
 * @param total all of the traffic, bytes
 * @param peak highest traffic of a window, in the profile's unit
 * @param window length of such a window, s
 * @param held share of the variation between windows that the steps hold, 0..1; NaN where nothing varies
 * @param notes reservations, in words
 */
public record ProfileOrigin(String label, String machine, String host, String processor, String recordedUtc,
        String recording, List<ProfiledFile> executables, String trafficFrom, String waitingFrom, TimeSource time,
        String timeFrom, StepSource stepsFrom, double shareMeasured, double total, double peak, double window,
        double held, List<String> notes) {
    /** A file that ran. @param sha256 of its bytes */
    public record ProfiledFile(String path, String sha256) {}

    /** What the running time of a profile is. */
    public enum TimeSource {
        /** Measured while the traffic was counted. */
        MEASURED,
        /** Of a run of the same program under its own power, spread evenly over the instructions. */
        NATIVE_RUN,
        /** One instruction per cycle of a stated clock. */
        STATED_CLOCK
    }

    /** What the steps of a profile are. */
    public enum StepSource {
        /** Stretches between changes of the counted rates. */
        CHANGE_POINTS,
        /** Equal parts: no changes were found, or only such that say little of the traffic. */
        EQUAL_PARTS
    }

    public ProfileOrigin {
        executables = List.copyOf(executables);
        notes = List.copyOf(notes);
    }
}
