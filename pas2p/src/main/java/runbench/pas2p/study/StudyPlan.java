package runbench.pas2p.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import runbench.pas2p.signature.SignatureOptions;

/**
 * What a study does.
 *
 * @param repetitions of each target
 * @param sampling of signatures that are built from traces
 * @param inputs files that the program reads, for those signatures
 * @param timeout of one run; null: none
 * @param mpi openmpi, mpich or auto
 * @param force measure in spite of differences from the traced program
 */
public record StudyPlan(String name, List<StudyTarget> targets, int repetitions, SignatureOptions sampling,
        List<Path> inputs, Duration timeout, String mpi, boolean force) {}
