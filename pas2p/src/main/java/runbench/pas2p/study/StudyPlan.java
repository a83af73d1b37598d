package runbench.pas2p.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import runbench.pas2p.signature.SignatureOptions;

/**
 * The plan of a study.
 *
 * @param repetitions repetitions per target
 * @param sampling requirements of signatures that are built from traces
 * @param inputs input files of the program, for those signatures
 * @param timeout limit of one run; null: none
 * @param mpi openmpi, mpich or auto
 * @param force true: differences from the traced program are accepted
 */
public record StudyPlan(String name, List<StudyTarget> targets, int repetitions, SignatureOptions sampling,
        List<Path> inputs, Duration timeout, String mpi, boolean force) {}
