package runbench.sampler.environment;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import runbench.sampler.events.machine.SystemFiles;

/**
 * The machine's state that can influence a measurement. Values that cannot be read are null.
 *
 * @param governors distinct frequency governors of all CPUs
 * @param frequencyDriver driver that sets the clock frequency
 * @param boost true if clocks above the nominal frequency are allowed; their height depends on temperature
 * @param smt true if simultaneous multithreading is active
 * @param aslr address space randomization: 0 off, 1 or 2 on
 * @param hugePages transparent huge pages: always, madvise or never
 * @param numaBalancing true if the kernel migrates pages between NUMA nodes
 * @param load load average of the last minute
 * @param temperatureC hottest processor sensor, degrees Celsius
 * @param kernel kernel release
 * @param microcode microcode revision
 * @param cpusOnline online CPUs in the kernel's list format
 * @param limits limits of the control group
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MachineState(List<String> governors, @JsonProperty("frequency_driver") String frequencyDriver,
        Boolean boost, Boolean smt, Integer aslr, @JsonProperty("huge_pages") String hugePages,
        @JsonProperty("numa_balancing") Boolean numaBalancing, Double load,
        @JsonProperty("temperature_c") Double temperatureC, String kernel, String microcode,
        @JsonProperty("cpus_online") String cpusOnline, GroupLimits limits) {

    private static final String CPU = "/sys/devices/system/cpu/";

    /**
 * Reads the state, which takes some milliseconds.
 *
 * @param files this machine's files, or a copy of another machine's
 * @return the state
 */
    public static MachineState read(SystemFiles files) {
        return new MachineState(governors(files), files.text(CPU + "cpu0/cpufreq/scaling_driver").orElse(null),
                boost(files), files.number(CPU + "smt/active").map(n -> n != 0).orElse(null),
                files.number("/proc/sys/kernel/randomize_va_space").map(Long::intValue).orElse(null),
                files.text("/sys/kernel/mm/transparent_hugepage/enabled").flatMap(MachineState::chosen).orElse(null),
                files.number("/proc/sys/kernel/numa_balancing").map(n -> n != 0).orElse(null),
                files.text("/proc/loadavg").flatMap(t -> number(t.split(" ")[0])).orElse(null),
                Temperatures.hottest(files).orElse(null), files.text("/proc/sys/kernel/osrelease").orElse(null),
                microcode(files), files.text(CPU + "online").orElse(null), GroupLimits.read(files));
    }

    private static List<String> governors(SystemFiles files) {
        TreeSet<String> all = new TreeSet<>();
        for (String policy : files.names(CPU + "cpufreq")) {
            files.text(CPU + "cpufreq/" + policy + "/scaling_governor").ifPresent(all::add);
        }
        return all.isEmpty() ? null : List.copyOf(all);
    }

    private static String microcode(SystemFiles files) {
        for (String line : files.lines("/proc/cpuinfo")) {
            if (line.startsWith("microcode")) {
                return line.substring(line.indexOf(':') + 1).strip();
            }
        }
        return null;
    }

    private static Boolean boost(SystemFiles files) {
        return files.number(CPU + "intel_pstate/no_turbo")
                .map(n -> n == 0)
                .or(() -> files.number(CPU + "cpufreq/boost").map(n -> n != 0))
                .orElse(null);
    }

    /** Returns the word in brackets: "madvise" of "always [madvise] never". */
    private static Optional<String> chosen(String words) {
        int from = words.indexOf('[');
        int to = words.indexOf(']');
        return from < 0 || to < from ? Optional.empty() : Optional.of(words.substring(from + 1, to));
    }

    static Optional<Double> number(String text) {
        try {
            return Optional.of(Double.valueOf(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
