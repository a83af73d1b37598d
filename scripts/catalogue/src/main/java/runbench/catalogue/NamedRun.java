package runbench.catalogue;

import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;

/**
 * A benchmark as it is written where several stand side by side: {@code 470.lbm}, or {@code 470.lbm:tiny} for another
 * of its runs.
 *
 * @param run null: the one that is meant when none is named
 */
public record NamedRun(Entry entry, String run) {
    private static final char RUN = ':';

    /** @throws RunbenchException (bad input) where no benchmark is called so */
    public static NamedRun find(String written, Catalogue catalogue) {
        return new NamedRun(catalogue.find(id(written)),
                written.indexOf(RUN) < 0 ? null : written.substring(written.indexOf(RUN) + 1));
    }

    /** The part of what is written that names the benchmark. */
    public static String id(String written) {
        int colon = written.indexOf(RUN);
        return colon < 0 ? written : written.substring(0, colon);
    }

    /**
     * As its profile is called: without the run where that is the default of one of its variants. @param run null: as
     * before
     */
    public static String name(Entry entry, String run) {
        boolean usual = run == null || Stream.of(entry.own(), entry.spec(), entry.open())
                .filter(Objects::nonNull)
                .anyMatch(v -> run.equals(v.defaultRun()));
        return usual ? entry.id() : entry.id() + RUN + run;
    }

    /** The same of this one. @param options whose run is meant where this has none */
    public String name(ResolveOptions options) {
        return name(entry, run == null ? options.runName() : run);
    }

    /** What is executed, as {@link Resolver} says. @param folder of the run */
    public ResolvedBenchmark resolve(ResolveOptions options, Path folder) {
        return Resolver.resolve(entry, (run == null ? options : options.running(run)).in(folder));
    }
}
