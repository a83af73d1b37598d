package runbench.sync.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.exchange.Injection;
import runbench.sync.scenario.Scenario.LimitCheck;
import runbench.sync.scenario.Scenario.Verdict;
import runbench.sync.scenario.WindowSource.Replay;
import runbench.sync.window.Launcher.Programs;
import runbench.sync.window.Node;
import runbench.sync.window.Reflectors;
import runbench.sync.window.SyncWindow;

/**
 * A condition with replies that a network duplicated, delayed or reordered. The exchange engine (native/clock/engine.c)
 * decides which reply counts, so the scenario is live: a faulty reflector on loopback answers the engine itself. Each
 * accepted row is checked against the reflector's known clock.
 *
 * @param name name of the scenario
 * @param description the condition in one line
 * @param fault name of the fault as in the reflector's {@code --rehearse}
 */
record BadReplies(String name, String description, String fault) implements Scenario {
    private static final double SHARE = 0.05;
    private static final int BURSTS = 16;
    private static final int EXCHANGES = 32;
    private static final long OFFSET = -123_456_789;
    private static final double PPM = 75;
    /** Error of a clock reading and its conversion on both sides, ns; a stale reply differs by more than 5 us. */
    private static final long READING_NANOS = 500;
    private static final int ATTEMPTS = 4;
    /** Limit for loopback on a busy machine, ns. */
    private static final double LIMIT_NANOS = 5000;

    @Override
    public Verdict run(Setting s) {
        if (s.bed() instanceof Replay) {
            return Verdict.skip(name, "recordings hold only replies that were accepted; this needs live ones");
        }
        try {
            Programs.path("runbench-exchange");
            Programs.path("runbench-reflector");
        } catch (RunbenchException notBuilt) {
            return Verdict.skip(name, notBuilt.getMessage());
        }
        try {
            Path folder = Files.createTempDirectory("runbench-scenario");
            try {
                return live(folder, s.seed());
            } finally {
                remove(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Verdict live(Path folder, long seed) throws IOException {
        Injection clock = new Injection(OFFSET, PPM, System.currentTimeMillis() * 1_000_000L);
        Node node = new Node("node", "localhost", "127.0.0.1", freePort());
        String reflector = Programs.path("runbench-reflector") + " --listen 127.0.0.1:{port} --until-eof --rehearse "
                + fault + "=" + SHARE + ",seed=" + seed + " --clock virtual(realtime,offset=" + OFFSET + ",ppm=" + PPM
                + ",epoch=" + clock.epochNanos() + ")";
        var plan = new runbench.sync.window.WindowPlan(BURSTS, EXCHANGES, 400_000_000L, 40, 1, "realtime", false);
        try (Reflectors running = Reflectors.start("{command}", reflector, List.of(node))) {
            for (int attempt = 1;; attempt++) {
                try {
                    ExchangeRecording r = SyncWindow.run(List.of(), plan, List.of(node), "here", folder)
                            .get(node.name());
                    return Verdict.of(name, judge(r, clock, running.output().size()));
                } catch (RunbenchException notOpened) {
                    // The fault may hit the first reply, which opens the window.
                    if (attempt == ATTEMPTS) {
                        throw notOpened;
                    }
                }
            }
        }
    }

    /**
     * Returns the checks of a recording.
     *
     * @param r recording
     * @param clock the node's true clock
     * @param nodes number of reflectors that ran
     */
    static List<LimitCheck> judge(ExchangeRecording r, Injection clock, int nodes) {
        Exchanges e = r.exchanges();
        int wrong = 0;
        Set<Long> seen = new HashSet<>();
        int twice = 0;
        for (int i = 0; i < e.size(); i++) {
            wrong += possible(e, i, Stamps.USER, clock) && possible(e, i, Stamps.KERNEL, clock) ? 0 : 1;
            twice += seen.add((long) e.burst(i) << 32 | e.seq(i)) ? 0 : 1;
        }
        Estimate estimate = Track.estimate(e);
        double rest = clock.drifted(estimate.x0Nanos());
        List<LimitCheck> checks = new ArrayList<>();
        checks.add(LimitCheck.atLeast("reflectors", nodes, 1));
        checks.add(LimitCheck.atLeast("bad_replies_refused", r.meta().ignored("not_awaited"),
                SHARE * BURSTS * EXCHANGES / 3));
        checks.add(LimitCheck.atLeast("good_replies_accepted", e.size(), 0.7 * BURSTS * EXCHANGES));
        checks.add(LimitCheck.atMost("impossible_replies_accepted", wrong, 0));
        checks.add(LimitCheck.atMost("probes_answered_twice", twice, 0));
        checks.add(LimitCheck.atMost("error_max_ns", Math.abs(estimate.errorAgainst(clock.offsetNanos(), rest)),
                LIMIT_NANOS));
        checks.add(LimitCheck.atLeast("truth_inside_share", estimate.guarantees(clock.offsetNanos(), rest) ? 1 : 0, 1));
        return checks;
    }

    /**
     * Returns whether a row is possible: sent, received there, sent back and received here in this order by one clock.
     */
    private static boolean possible(Exchanges e, int i, Stamps stamps, Injection clock) {
        long previous = Long.MIN_VALUE / 2;
        for (int position = 1; position <= 4; position++) {
            long stamp = e.stamp(stamps, position, i);
            if (stamp == Exchanges.MISSING) {
                continue;
            }
            long local = stamp - clock.offsetNanos();
            long at = position == 1 || position == 4 ? stamp
                    : local - Math
                            .round((local - clock.epochNanos()) * (clock.ppm() * 1e-6 / (1 + clock.ppm() * 1e-6)));
            if (at < previous - READING_NANOS) {
                return false;
            }
            previous = at;
        }
        return true;
    }

    private static int freePort() throws IOException {
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException gone) {
            // The temporary folder is already gone.
        }
    }
}
