package runbench.pas2p.signature;

import runbench.base.error.RunbenchException;

/**
 * Programs of which ranks call MPI from several threads at once. In which order these send hangs on time, so that
 * neither a number of events of the rank nor one of a thread is the same place in every run; and while one thread is
 * stopped the others go on.
 */
public final class SeveralThreads {
    private SeveralThreads() {
    }

    /** @throws RunbenchException exit code 3: the signature is of such a program. @param file that it was read from */
    public static void refuse(Signature signature, Object file) {
        signature.locations().stream().filter(l -> l.thread() > 0).findFirst().ifPresent(l -> {
            throw of(file + ": rank " + l.rank() + " called MPI from several threads when it was traced");
        });
    }

    /** @param what was seen, and where */
    public static RunbenchException of(String what) {
        return RunbenchException
                .machine("no signature: " + what + ", and the order of their events is another one in each run")
                .remedy("have one thread a rank call MPI (OMP_NUM_THREADS=1, or the program's own option), or several in turns (MPI_THREAD_SERIALIZED);"
                        + " runbench pas2p trace and analyze measure whole runs with any number of threads");
    }
}
