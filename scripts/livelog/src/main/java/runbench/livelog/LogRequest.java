package runbench.livelog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.json.Fields;
import runbench.sync.window.Node;
import runbench.sync.window.Template.Words;

/**
 * What is to run, and how its events are to be ordered.
 *
 * @param nodes on each of which the command is started once
 * @param startWith the template that starts it there; null: all on this machine
 * @param programs folder of runbench-relay and runbench-reflector on the nodes
 * @param spools folder on the nodes below which events wait for the receiver
 * @param sameClock all nodes have this host's clock: nothing is measured
 * @param toleranceNanos by how much a prediction may be wrong before clocks are measured again
 * @param windowNanos how long a measurement takes
 * @param holdNanos how long an event waits for those before it
 * @param directory where the command runs, where the node has it
 */
public record LogRequest(List<Node> nodes, String startWith, String programs, String spools, boolean sameClock,
        long toleranceNanos, long windowNanos, long holdNanos, String directory, List<String> command) {
    /** Whether clocks are measured. */
    public boolean measured() {
        return startWith != null && !sameClock;
    }

    /** Command line of a node's reflector. */
    String reflector() {
        return Words.join(List.of(programs + "/runbench-reflector"))
                + " --listen :{port} --until-eof --clock monotonic";
    }

    Map<String, Object> members() {
        Map<String, Object> of = new LinkedHashMap<>();
        of.put("nodes", nodes.stream().map(n -> n.name() + "=" + n.address() + ":" + n.port()).toList());
        of.put("start_with", startWith);
        of.put("programs", programs);
        of.put("spools", spools);
        of.put("same_clock", sameClock);
        of.put("tolerance_ns", toleranceNanos);
        of.put("window_ns", windowNanos);
        of.put("hold_ns", holdNanos);
        of.put("directory", directory);
        of.put("command", command);
        return of;
    }

    static LogRequest of(Fields f) {
        List<Node> nodes = Node.parseAll(f.texts("nodes"), Node.DEFAULT_PORT);
        return new LogRequest(nodes, f.textOr("start_with", null), f.text("programs"), f.text("spools"),
                f.truth("same_clock"), f.number("tolerance_ns"), f.number("window_ns"), f.number("hold_ns"),
                f.textOr("directory", ""), f.texts("command"));
    }
}
