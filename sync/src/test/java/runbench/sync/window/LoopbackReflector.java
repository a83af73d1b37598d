package runbench.sync.window;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import runbench.sync.window.Launcher.Programs;

/** The reflector of the build, on a free port of the loopback interface. */
public final class LoopbackReflector {
    private final int port;

    private LoopbackReflector(int port) {
        this.port = port;
    }

    /** Chooses a port, which no program uses yet; {@link #assumeBuilt} applies. */
    public static LoopbackReflector onFreePort() throws IOException {
        assumeBuilt();
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return new LoopbackReflector(free.getLocalPort());
        }
    }

    /** Skips the test, with the reason, if the reflector was not built. */
    public static void assumeBuilt() {
        assumeTrue(
                Files.exists(Path.of(System.getProperty("runbench.home", "."), "native/build/bin/runbench-reflector")),
                "native/build/bin/runbench-reflector is not built (make -C native)");
    }

    public int port() {
        return port;
    }

    Node node() {
        return new Node("n1", "localhost", "127.0.0.1", port);
    }

    /** Starts the program. */
    Reflectors start(String options) {
        return Reflectors.start("{command}",
                Programs.path("runbench-reflector") + " --listen 127.0.0.1:{port} --until-eof " + options,
                List.of(node()));
    }
}
