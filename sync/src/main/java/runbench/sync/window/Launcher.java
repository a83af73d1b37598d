package runbench.sync.window;

import java.util.List;

/** Where programs are started: on this host, or on a gateway that was itself started from here. */
public interface Launcher {
    /** This host. */
    Launcher HERE = new ThisHost();

    /** Starts a program; if that is impossible, the result has ended already and says why. */
    default StartedProgram start(List<String> command) {
        return start(command, false);
    }

    /**
     * @param held keep what it writes where it runs until {@link StartedProgram#release()}, so that nothing goes over
     *     the network while others measure; {@link StartedProgram#isWaiting()} shows that there is something
     */
    StartedProgram start(List<String> command, boolean held);
}
