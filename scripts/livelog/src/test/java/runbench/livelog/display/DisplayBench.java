package runbench.livelog.display;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.EventFilter;
import runbench.sync.live.LiveEvent;

/**
 * The two ends that scripts/bench/livelog-display measures between: {@code serve FOLDER RATE SECONDS} logs events
 * stamped by the clock of this moment, {@code watch URL} says what became of them at a display.
 */
final class DisplayBench {
    private static final long SHORT = 200_000;

    private DisplayBench() {
    }

    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.ROOT);
        if (args[0].equals("serve")) {
            serve(Path.of(args[1]), Double.parseDouble(args[2]), Double.parseDouble(args[3]));
        } else {
            watch(URI.create(args[1]));
        }
        System.exit(0);
    }

    private static void serve(Path folder, double rate, double seconds) throws Exception {
        try (EmittedLog log = EmittedLog.append(folder.resolve(EmittedLog.NAME))) {
            DisplayServer server = DisplayServer.open(ListenAddress.LOOPBACK, log, new NoControl(),
                    Authentication.Token.random());
            System.out.println(server.address());
            System.in.read(); // until all displays are there
            long start = System.nanoTime();
            long all = (long) (rate * seconds);
            double behind = 0;
            for (long made = 0; made < all;) {
                long due = Math.min(all, (long) ((System.nanoTime() - start) / 1e9 * rate));
                List<LiveEvent> events = new ArrayList<>();
                while (made < due) {
                    events.add(LiveExamples.event(++made, System.nanoTime()));
                    if (events.size() == 1000) {
                        break;
                    }
                }
                log.add(events);
                behind = Math.max(behind, (System.nanoTime() - start) / 1e9 - made / rate);
                if (made >= due) {
                    Thread.sleep(0, (int) SHORT);
                }
            }
            double took = (System.nanoTime() - start) / 1e9;
            log.finish();
            boolean whole = server.awaitDisplays() == 0;
            System.out.printf(
                    "{\"role\":\"serve\",\"events\":%d,\"per_s\":%.0f,\"generator_behind_ms\":%.1f,\"all_displays_whole\":%s,\"drain_ms\":%.0f,\"cpu_s\":%.1f}%n",
                    all, all / took, 1e3 * behind, whole, (System.nanoTime() - start) / 1e6 - 1e3 * took, cpuSeconds());
            server.close();
        }
    }

    private static void watch(URI url) throws InterruptedException {
        List<Long> late = new ArrayList<>(1 << 20);
        long[] last = {0, 0};
        String key = "\"ref_ns\":";
        new LogWatch(1, true, EventFilter.ALL).server(url, new LogWatch.Sink() {
            @Override
            public boolean event(String line) throws IOException {
                int at = line.indexOf(key) + key.length();
                late.add(System.nanoTime() - Long.parseLong(line, at, line.indexOf(',', at), 10));
                long number = Long.parseLong(line, 10, line.indexOf(',', 10), 10);
                last[1] += number == last[0] + 1 ? 0 : 1;
                last[0] = number;
                return true;
            }

            @Override
            public void note(String words) {
                System.err.println(words);
            }
        });
        long[] sorted = late.stream().mapToLong(Long::longValue).sorted().toArray();
        System.out.printf(
                "{\"role\":\"watch\",\"events\":%d,\"out_of_place\":%d,\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"max_ms\":%.1f,\"last_ms\":%.1f,\"cpu_s\":%.1f}%n",
                sorted.length, last[1], at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1),
                late.isEmpty() ? 0 : late.get(late.size() - 1) / 1e6, cpuSeconds());
    }

    private static double cpuSeconds() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime() / 1e9;
    }

    private static double at(long[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN
                : sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))] / 1e6;
    }

    private static final class NoControl implements DisplayServer.Control {
        @Override
        public LogStatus status() {
            return new LogStatus("bench", LogStatus.State.RUNNING, Double.NaN, Double.NaN, List.of(), List.of());
        }

        @Override
        public boolean isStoppable() {
            return false;
        }

        @Override
        public void stop() {
            // Nothing runs.
        }
    }
}
