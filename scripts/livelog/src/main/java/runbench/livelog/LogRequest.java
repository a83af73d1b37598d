package runbench.livelog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.json.Fields;
import runbench.sync.window.Node;
import runbench.sync.window.Template.Words;

/**
 * The request for a live log: nodes, command, and the limits of clock errors and waiting times.
 *
 * @param nodes; each runs the command once
 * @param startWith template of the start command; null: all nodes are on this machine
 * @param programs folder of runbench-relay and runbench-reflector on the nodes
 * @param spools folder on the nodes below which events wait for the receiver
 * @param sameClock whether all nodes share the clock of this host, so clocks are not measured
 * @param toleranceNanos maximum clock error before clocks are measured again, ns
 * @param windowNanos length of a clock measurement, ns
 * @param holdNanos maximum time for which an event waits for earlier events, ns
 * @param directory working directory of the command, if the node has it
 * @param command program and arguments
 */
public record LogRequest(List<Node> nodes, String startWith, String programs, String spools, boolean sameClock,
        long toleranceNanos, long windowNanos, long holdNanos, String directory, List<String> command) {
    /** Returns whether clocks are measured. */
    public boolean isMeasured() {
        return startWith != null && !sameClock;
    }

    /** Returns the command line of a node's reflector. */
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
