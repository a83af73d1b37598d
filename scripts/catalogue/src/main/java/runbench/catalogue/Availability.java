package runbench.catalogue;

import java.util.List;
import runbench.base.error.RunbenchException;

/**
 * A benchmark, and whether it can run here.
 *
 * @param runs what would run here, as charts will say; null where nothing can
 * @param seconds about how long; null where unknown
 * @param reason why nothing can run here; null where something can
 * @param remedy what to do about it
 */
public record Availability(String id, String suite, String group, String title, List<String> aliases, String runs,
        Double seconds, String reason, String remedy) {
    public static Availability of(Entry entry, ResolveOptions options) {
        try {
            ResolvedBenchmark resolved = Resolver.resolve(entry, options);
            return new Availability(entry.id(), entry.suite(), entry.group(), entry.title(), entry.aliases(),
                    resolved.label(), resolved.seconds(), null, null);
        } catch (RunbenchException e) {
            return new Availability(entry.id(), entry.suite(), entry.group(), entry.title(), entry.aliases(), null,
                    null, e.getMessage(), e.remedy().orElse(null));
        }
    }
}
