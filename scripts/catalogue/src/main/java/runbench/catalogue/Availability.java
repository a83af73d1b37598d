package runbench.catalogue;

import java.util.List;
import runbench.base.error.RunbenchException;

/**
 * The availability of a benchmark on this machine.
 *
 * @param runs label of the program that runs here; null: none
 * @param seconds approximate run time, s; null: unknown
 * @param reason reason why no program runs here; null: one does
 * @param remedy command that makes it available
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
