package runbench.sampler.probe;

import java.util.LinkedHashMap;
import java.util.Map;
import runbench.sampler.events.machine.CpuIdentity;
import runbench.sampler.events.machine.SystemFiles;

/**
 * What the results of checking a machine's counters hold for: another processor, microcode or kernel may count
 * otherwise.
 */
public final class CheckedMachine {
    private CheckedMachine() {
    }

    /** Name of the host, processor, microcode, kernel; "" for what the machine does not tell. */
    public static Map<String, String> of(SystemFiles files) {
        CpuIdentity cpu = CpuIdentity.parse(files.lines("/proc/cpuinfo"));
        Map<String, String> machine = new LinkedHashMap<>();
        machine.put("host", files.text("/proc/sys/kernel/hostname").orElse(""));
        machine.put("processor",
                cpu.vendor() + " family " + cpu.family() + " model " + cpu.model() + ": " + cpu.name());
        machine.put("microcode",
                files.lines("/proc/cpuinfo")
                        .stream()
                        .filter(l -> l.startsWith("microcode"))
                        .findFirst()
                        .map(l -> l.substring(l.indexOf(':') + 1).strip())
                        .orElse(""));
        machine.put("kernel", files.text("/proc/sys/kernel/osrelease").orElse(""));
        return machine;
    }
}
