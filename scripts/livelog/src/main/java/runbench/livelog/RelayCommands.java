package runbench.livelog;

import java.util.ArrayList;
import java.util.List;
import runbench.sync.window.Node;
import runbench.sync.window.Template;

/**
 * How relays are started on nodes.
 *
 * @param id of the run
 * @param here runbench-relay on this host
 */
record RelayCommands(LogRequest request, String id, String here) {
    /** From terminal and key presses: Ctrl-C is for this program, which ends the servers in order. */
    private List<String> filled(Node node, List<String> relay) {
        List<String> command = new ArrayList<>(List.of(here, "--session", "--"));
        command.addAll(request.startWith() == null ? relay
                : Template.parse("--start-with", request.startWith()).fill(node, node.host(), relay));
        return command;
    }

    private String spool(Node node) {
        return request.spools() + "/runbench-log-" + id + "-" + node.name();
    }

    List<String> start(Node node) {
        List<String> relay = new ArrayList<>(List.of(request.programs() + "/runbench-relay", "--spool", spool(node),
                "--node", node.name(), "--chdir", request.directory(), "--"));
        relay.addAll(request.command());
        return filled(node, relay);
    }

    List<String> attach(Node node) {
        return filled(node, List.of(request.programs() + "/runbench-relay", "--attach", spool(node)));
    }
}
