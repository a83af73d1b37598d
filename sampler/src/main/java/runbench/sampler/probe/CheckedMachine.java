package runbench.sampler.probe;

import java.util.LinkedHashMap;
import java.util.Map;
import runbench.sampler.events.machine.CpuIdentity;
import runbench.sampler.events.machine.SystemFiles;

/**
 * The identity of a machine for the results of a counter check. Another processor, microcode or kernel may count
 * differently.
 */
public final class CheckedMachine {
    private CheckedMachine() {
    }

    /** Returns host name, processor, microcode and kernel; unknown values are "". */
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
