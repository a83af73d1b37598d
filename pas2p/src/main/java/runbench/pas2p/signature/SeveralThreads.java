package runbench.pas2p.signature;

import runbench.base.error.RunbenchException;

/**
 * Rejection of programs whose ranks call MPI from several threads simultaneously. The order of the threads' messages
 * depends on time. Neither the rank's nor a thread's number of events then marks the same place in every run, and other
 * threads continue while one is stopped.
 */
public final class SeveralThreads {
    private SeveralThreads() {
    }

    /**
     * Rejects a signature of such a program.
     *
     * @param file file of the signature
     * @throws RunbenchException exit code 3
     */
    public static void refuse(Signature signature, Object file) {
        signature.locations().stream().filter(l -> l.thread() > 0).findFirst().ifPresent(l -> {
            throw of(file + ": rank " + l.rank() + " called MPI from several threads when it was traced");
        });
    }

    /**
     * Returns the error.
     *
     * @param what the observation and its place
     */
    public static RunbenchException of(String what) {
        return RunbenchException
                .machine("no signature: " + what + ", and the order of their events is another one in each run")
                .remedy("have one thread a rank call MPI (OMP_NUM_THREADS=1, or the program's own option), or several in turns (MPI_THREAD_SERIALIZED);"
                        + " runbench pas2p trace and analyze measure whole runs with any number of threads");
    }
}
