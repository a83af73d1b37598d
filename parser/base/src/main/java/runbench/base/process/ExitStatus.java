package runbench.base.process;

import java.util.OptionalInt;

/** Exit statuses as shells and launchers report them. */
public final class ExitStatus {
    private static final int SIGNALS = 128;
    /** SIGRTMAX. Launchers (ssh, srun, mpirun) report their own failures as 255, which is not a signal. */
    private static final int LAST_SIGNAL = 64;

    private ExitStatus() {
    }

    /**
     * Returns the signal number that an exit status represents.
     *
     * @return empty if the status represents no signal
     */
    public static OptionalInt signal(int status) {
        int signal = status - SIGNALS;
        return signal > 0 && signal <= LAST_SIGNAL ? OptionalInt.of(signal) : OptionalInt.empty();
    }
}
