package runbench.sync.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import runbench.base.process.RawText;
import runbench.sync.window.Launcher.Programs;

/**
 * This host's reflector, which answers until it is stopped.
 *
 * @param listen {@code HOST:PORT}
 * @param clock name in the clock library
 * @param realtime whether to run under SCHED_FIFO if permitted
 * @param rehearse faults to simulate; null if none
 * @param key file of the key that authenticates packets; null if none
 */
public record LocalReflector(String listen, String clock, boolean realtime, String rehearse, String key) {
    /**
     * Runs the reflector on this program's own streams until its end.
     *
     * @return exit code of the reflector
     */
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
