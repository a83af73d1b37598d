package runbench.sampler.events.machine;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The identity of a CPU, as event tables use it.
 *
 * @param vendor {@code vendor_id} of /proc/cpuinfo, or {@code arm} for implementer 0x41 and other Arm designs
 * @param family x86 family; on Arm the implementer (0x41 is Arm Ltd.)
 * @param model x86 model, or the Arm part number of the first CPU
 * @param name readable name
 * @param virtual true if the CPU's flags report a hypervisor
 */
public record CpuIdentity(String vendor, int family, int model, String name, boolean virtual) {
    public static final CpuIdentity UNKNOWN = new CpuIdentity("unknown", 0, 0, "unknown CPU", false);

    /**
     * Parses the first processor of {@code /proc/cpuinfo}.
     *
     * @param cpuinfo the file's lines
     * @return the identity, or {@link #UNKNOWN}
     */
    public static CpuIdentity parse(List<String> cpuinfo) {
        Map<String, String> first = new HashMap<>();
        for (String line : cpuinfo) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                first.putIfAbsent(line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        if (first.containsKey("vendor_id")) {
            boolean virtual = List.of(first.getOrDefault("flags", "").split(" ")).contains("hypervisor");
            return new CpuIdentity(first.get("vendor_id"), number(first.get("cpu family")), number(first.get("model")),
                    first.getOrDefault("model name", first.get("vendor_id")), virtual);
        }
        if (first.containsKey("cpu implementer")) {
            int part = number(first.get("cpu part"));
            String name = first.getOrDefault("model name",
                    "Arm implementer " + first.get("cpu implementer") + " part 0x" + Integer.toHexString(part));
            return new CpuIdentity("arm", number(first.get("cpu implementer")), part, name, false);
        }
        return UNKNOWN;
    }

    private static int number(String text) {
        try {
            return text == null ? 0 : Integer.decode(text.strip());
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
