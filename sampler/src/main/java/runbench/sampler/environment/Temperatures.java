package runbench.sampler.environment;

import java.util.Optional;
import java.util.Set;
import runbench.sampler.events.machine.SystemFiles;

/** Reads processor temperature sensors. Sensors behind the firmware are skipped: a reading can take many milliseconds. */
final class Temperatures {
    private static final Set<String> CHIPS = Set.of("coretemp", "k10temp", "zenpower", "cpu_thermal", "soc_thermal");
    private static final Set<String> ZONES = Set.of("x86_pkg_temp", "cpu-thermal", "cpu_thermal", "soc-thermal",
            "soc_thermal");
    private static final String HWMON = "/sys/class/hwmon/";
    private static final String THERMAL = "/sys/class/thermal/";

    private Temperatures() {
    }

    static Optional<Double> hottest(SystemFiles files) {
        Long hottest = hotter(files, HWMON, "/name", CHIPS, "/temp1_input", null);
        hottest = hotter(files, THERMAL, "/type", ZONES, "/temp", hottest);
        return hottest == null ? Optional.empty() : Optional.of(hottest / 1000.0);
    }

    /** Returns the hottest known sensor in a folder. Uses loops: loading the stream classes takes longer than reading. */
    private static Long hotter(SystemFiles files, String folder, String kind, Set<String> known, String value,
            Long than) {
        Long hottest = than;
        for (String sensor : files.names(folder.substring(0, folder.length() - 1))) {
            Optional<String> its = files.text(folder + sensor + kind);
            Optional<Long> milli = its.isPresent() && known.contains(its.get()) ? files.number(folder + sensor + value)
                    : Optional.empty();
            if (milli.isPresent() && (hottest == null || milli.get() > hottest)) {
                hottest = milli.get();
            }
        }
        return hottest;
    }
}
