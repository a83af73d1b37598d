package runbench.catalogue;

import java.util.List;
import runbench.base.error.RunbenchException;

/**
 * The availability of a benchmark on this machine.
 *
 * @param runs label of the program that runs here; null: none
 * @param kind relation of this program to the original; if none runs here, that of the stand-in; null: no stand-in
 * @param seconds approximate run time, s; null: unknown
 * @param packages Debian packages of the stand-in; empty: none is needed, or there is no stand-in
 * @param reason reason why no program runs here; null: one does
 * @param remedy command that makes it available
 */
public record Availability(String id, String suite, String group, String title, List<String> aliases, String runs,
        Likeness kind, Double seconds, List<String> packages, String reason, String remedy) {
    public static Availability of(Entry entry, ResolveOptions options) {
        Variant local = entry.local();
        List<String> packages = local == null ? List.of() : local.packages();
        Likeness kind = entry.own() != null ? Likeness.OWN : local == null ? null : local.kind();
        try {
            ResolvedBenchmark resolved = Resolver.resolve(entry, options);
            boolean original = entry.own() == null && entry.spec() != null && !resolved.notSpec();
            return new Availability(entry.id(), entry.suite(), entry.group(), entry.title(), entry.aliases(),
                    resolved.label(), original ? Likeness.ORIGINAL : kind, resolved.seconds(), packages, null, null);
        } catch (RunbenchException e) {
            return new Availability(entry.id(), entry.suite(), entry.group(), entry.title(), entry.aliases(), null,
                    kind, null, packages, e.getMessage(), e.remedy().orElse(null));
        }
    }

    /** Returns whether a program runs here. */
    public boolean runsHere() {
        return runs != null;
    }
}
