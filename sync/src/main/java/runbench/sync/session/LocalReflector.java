package runbench.sync.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import runbench.base.process.RawText;
import runbench.sync.window.Programs;

/**
 * This host's reflector, answering until it is ended.
 *
 * @param listen {@code HOST:PORT}
 * @param clock as the clock library names it
 * @param realtime run under SCHED_FIFO if permitted
 * @param rehearse faults on purpose; null: none
 * @param key file of the key that packets are sealed with; null: none
 */
public record LocalReflector(String listen, String clock, boolean realtime, String rehearse, String key) {
    /** Runs on this program's own streams and ends with it; returns its exit code. */
    public int run() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(RawText.startable(command())).inheritIO().start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return process.waitFor();
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(
                List.of(Programs.path("runbench-reflector").toString(), "--listen", listen, "--clock", clock));
        if (realtime) {
            command.add("--realtime");
        }
        if (rehearse != null) {
            command.addAll(List.of("--rehearse", rehearse));
        }
        if (key != null) {
            command.addAll(List.of("--key", key));
        }
        return command;
    }
}
