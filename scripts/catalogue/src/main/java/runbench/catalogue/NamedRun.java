package runbench.catalogue;

import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;

/**
 * A benchmark with an optional run, as typed: {@code 470.lbm} or {@code 470.lbm:tiny}.
 *
 * @param run name of the run; null: the default run
 */
public record NamedRun(Entry entry, String run) {
    private static final char RUN = ':';

    /** @throws RunbenchException (bad input) the catalogue has no such benchmark */
    public static NamedRun find(String written, Catalogue catalogue) {
        return new NamedRun(catalogue.find(id(written)),
                written.indexOf(RUN) < 0 ? null : written.substring(written.indexOf(RUN) + 1));
    }

    /** Returns the part before the colon, the name of the benchmark. */
    public static String id(String written) {
        int colon = written.indexOf(RUN);
        return colon < 0 ? written : written.substring(0, colon);
    }

    /**
     * Returns the name of its profile, without the run if that is the default of a variant.
     *
     * @param run name of the run; null: the default run
     */
    public static String name(Entry entry, String run) {
        boolean usual = run == null || Stream.of(entry.own(), entry.spec(), entry.open())
                .filter(Objects::nonNull)
                .anyMatch(v -> run.equals(v.defaultRun()));
        return usual ? entry.id() : entry.id() + RUN + run;
    }

    /**
     * Returns the name of its profile.
     *
     * @param options options with the run to use if this has none
     */
    public String name(ResolveOptions options) {
        return name(entry, run == null ? options.runName() : run);
    }

    /**
     * Returns the program to execute, see {@link Resolver}.
     *
     * @param folder folder of the run
     */
    public ResolvedBenchmark resolve(ResolveOptions options, Path folder) {
        return Resolver.resolve(entry, (run == null ? options : options.running(run)).in(folder));
    }
}
