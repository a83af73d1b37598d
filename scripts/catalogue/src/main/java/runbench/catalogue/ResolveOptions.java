package runbench.catalogue;

import java.nio.file.Path;

/**
 * The options and folders that select a program for an entry.
 *
 * @param specTree a SPEC tree, its CPU2006 folder, or a Multi2Sim tree; null for none
 * @param requireSpec whether open-source stand-ins are rejected
 * @param runName name of the run, null for the default one
 * @param projectHome folder that holds {@code native/build}
 * @param cacheDir folder for generated inputs and file hashes
 * @param resultDir the run's own folder; a scratch working directory is made inside it
 * @param emulated whether the run is emulated: the emulator's processor has all instructions
 */
public record ResolveOptions(Path specTree, boolean requireSpec, String runName, Path projectHome, Path cacheDir,
        Path resultDir, boolean emulated) {
    /** Options for a run on this machine's processor. */
    public ResolveOptions(Path specTree, boolean requireSpec, String runName, Path projectHome, Path cacheDir,
            Path resultDir) {
        this(specTree, requireSpec, runName, projectHome, cacheDir, resultDir, false);
    }

    /** Returns the options for another run of the benchmark. */
    ResolveOptions running(String name) {
        return new ResolveOptions(specTree, requireSpec, name, projectHome, cacheDir, resultDir, emulated);
    }

    /** Returns the options for a run in this folder. */
    public ResolveOptions in(Path folder) {
        return new ResolveOptions(specTree, requireSpec, runName, projectHome, cacheDir, folder, emulated);
    }

    /** Returns the options for an emulated run, or for one on this machine's processor. */
    public ResolveOptions emulated(boolean emulates) {
        return new ResolveOptions(specTree, requireSpec, runName, projectHome, cacheDir, resultDir, emulates);
    }
}
