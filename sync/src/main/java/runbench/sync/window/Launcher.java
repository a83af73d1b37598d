package runbench.sync.window;

import java.util.List;

/** Starts programs on this host or on a gateway. */
public interface Launcher {
    /** Starts programs on this host. */
    Launcher HERE = new ThisHost();

    /** Starts a program. If that fails, the result has already ended and contains the reason. */
    default StartedProgram start(List<String> command) {
        return start(command, false);
    }

    /**
     * Starts a program.
     *
     * @param command words of the command
     * @param held whether its output is held on its host until {@link StartedProgram#release()}, so that nothing
     *     goes over the network while others measure; {@link StartedProgram#isWaiting()} reports held output
     */
    StartedProgram start(List<String> command, boolean held);
}
