package runbench.sampler.environment;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import runbench.sampler.events.machine.SystemFiles;

/** Sensors of processors. Those that ask the firmware are left alone: an answer can take it many milliseconds. */
final class Temperatures {
    private static final Set<String> CHIPS = Set.of("coretemp", "k10temp", "zenpower", "cpu_thermal", "soc_thermal");
    private static final Set<String> ZONES = Set.of("x86_pkg_temp", "cpu-thermal", "cpu_thermal", "soc-thermal", "soc_thermal");
    private static final String HWMON = "/sys/class/hwmon/";
    private static final String THERMAL = "/sys/class/thermal/";

    private Temperatures() {
    }

    static Optional<Double> hottest(SystemFiles files) {
        Stream<String> chips = files.names(HWMON.substring(0, HWMON.length() - 1)).stream()
                .filter(n -> files.text(HWMON + n + "/name").filter(CHIPS::contains).isPresent()).map(n -> HWMON + n + "/temp1_input");
        Stream<String> zones = files.names(THERMAL.substring(0, THERMAL.length() - 1)).stream()
                .filter(n -> files.text(THERMAL + n + "/type").filter(ZONES::contains).isPresent()).map(n -> THERMAL + n + "/temp");
        return Stream.concat(chips, zones).flatMap(f -> files.number(f).stream()).max(Long::compare).map(milli -> milli / 1000.0);
    }
}
