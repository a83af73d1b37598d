package runbench.catalogue;

import java.nio.file.Path;

/**
 * What a person asked for and where things are.
 *
 * @param specTree a SPEC tree, its CPU2006 folder, or a Multi2Sim tree; null for none
 * @param requireSpec refuse open-source stand-ins
 * @param runName name of the run, null for the default one
 * @param projectHome folder that holds {@code native/build}
 * @param cacheDir where generated inputs and file hashes are kept
 * @param resultDir the run's own folder; a scratch working directory is made inside it
 */
public record ResolveOptions(Path specTree, boolean requireSpec, String runName, Path projectHome, Path cacheDir,
        Path resultDir) {
    /** The same for another run of the benchmark. */
    ResolveOptions running(String name) {
        return new ResolveOptions(specTree, requireSpec, name, projectHome, cacheDir, resultDir);
    }

    /** The same for a run in this folder. */
    public ResolveOptions in(Path folder) {
        return new ResolveOptions(specTree, requireSpec, runName, projectHome, cacheDir, folder);
    }
}
