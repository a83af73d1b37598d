package runbench.measure.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import runbench.align.run.PlannedProgram;
import runbench.sync.window.Node;

/**
 * A plan: several programs on one or more hosts, with their start order and the end of the run.
 *
 * @param file the file that contains it
 * @param name name of the run in charts and folders
 * @param launch template that starts a command on a host, for example {@code ssh {host} {command}}
 * @param grace time between the request to end (SIGTERM) and SIGKILL
 * @param members the programs in the order of the file; a program with several hosts is several members
 */
public record Plan(Path file, String name, String launch, Duration grace, List<Member> members) {
    public Plan {
        members = List.copyOf(members);
    }

    /** Returns whether the end of particular programs ends the run; otherwise it ends with the last program. */
    boolean hasEnding() {
        return members.stream().anyMatch(m -> m.program().ends());
    }

    /** Returns the address of a host for connections and clock measurements; null host: this machine. */
    static String address(String host) {
        return host == null ? "localhost" : Node.parse("host", host, Node.DEFAULT_PORT).address();
    }

    /**
     * One program on one host.
     *
     * @param program its name, command and order
     * @param environment variables to set
     * @param directory working directory; null: the one in which the launcher starts it
     * @param readiness condition of its readiness
     * @param within time limit from its start to its readiness
     * @param where location of its host, or of its command, in messages: file, line and key
     * @param readinessWhere location of the readiness condition in messages: file, line and key
     */
    record Member(PlannedProgram program, Map<String, String> environment, String directory, Readiness readiness,
            Duration within, String where, String readinessWhere) {
        String name() {
            return program.name();
        }
    }

    /**
     * The condition of a program's readiness; at most one component is set. Without any, a program is ready when it has
     * started.
     *
     * @param port TCP port on which it listens on its host; 0: none
     * @param address {@code HOST:PORT} that accepts connections from this machine; null: none
     * @param output pattern that a line of its output contains; null: none
     * @param end it ends with status 0
     */
    record Readiness(int port, String address, Pattern output, boolean end) {
        static final Readiness AT_START = new Readiness(0, null, null, false);

        /** Returns the condition as text; null: its start. */
        String words() {
            return port > 0 ? "port " + port
                    : address != null ? "port " + address
                            : output != null ? "output /" + output + "/" : end ? "its end" : null;
        }
    }
}
