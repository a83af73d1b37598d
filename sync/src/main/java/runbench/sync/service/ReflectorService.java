package runbench.sync.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import runbench.sync.clock.Clock;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.window.Node;
import runbench.sync.window.WindowPlan;
import runbench.sync.window.SyncWindow;

/** A Runbench reflector, read by one burst. Each reading waits 60 ms until kernel stamps begin. */
final class ReflectorService implements TimeService {
    private static final WindowPlan BURST = new WindowPlan(1, 16, 0, 40, 1, "realtime", false);

    private final String name;
    private final Node node;
    private final Path folder;
    private final Clock local = Clock.open("realtime");

    ReflectorService(String name, String host, int port) throws IOException {
        this.name = name;
        node = new Node("node", host, host, port);
        folder = Files.createTempDirectory("runbench-bench");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Reading read() throws IOException {
        ExchangeRecording r = SyncWindow.run(List.of(), BURST, List.of(node), "here", folder).get(node.name());
        Estimate e = Estimation.of(r.exchanges(), r.exchanges().best(), Estimators.named("envelope"),
                r.meta().slackNanos(1));
        return new Reading(e.x0Nanos(), e.x0Nanos() + e.leadNanos(), (long) e.rttMinNanos());
    }

    @Override
    public int packets() {
        return (int) BURST.packetsWithoutLoss();
    }

    @Override
    public int bytes() {
        return packets() * WindowPlan.FRAME_BYTES;
    }

    @Override
    public void close() {
        local.close();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException gone) {
            // The temporary folder is already gone.
        }
    }
}
