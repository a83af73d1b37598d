package runbench.base.process;

import java.util.OptionalInt;

/** Exit statuses as shells and launchers report them. */
public final class ExitStatus {
    private static final int SIGNALS = 128;
    /** SIGRTMAX. Launchers (ssh, srun, mpirun) report failures of their own as 255, which is no signal. */
    private static final int LAST_SIGNAL = 64;

    private ExitStatus() {
    }

    /** Returns the signal that an exit status stands for; empty where it stands for none. */
    public static OptionalInt signal(int status) {
        int signal = status - SIGNALS;
        return signal > 0 && signal <= LAST_SIGNAL ? OptionalInt.of(signal) : OptionalInt.empty();
    }
}
