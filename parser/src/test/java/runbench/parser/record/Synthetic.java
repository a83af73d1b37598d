package runbench.parser.record;

import java.nio.file.Path;
import java.util.SplittableRandom;

/** Recordings whose content is known. */
public final class Synthetic {
    public static final long MS = 1_000_000;

    private Synthetic() {
    }

    /** Metadata with the given events, each {@code name:source:group:value[:config]}; value "-" means not counted. */
    public static String metadata(String mode, long periodNanos, String... events) {
        StringBuilder json = new StringBuilder("""
                {"format":"runbench recording","version":1,"clock":"CLOCK_MONOTONIC","realtime_offset_ns":5,\
                "started_utc":"2026-01-02T03:04:05Z","mode":"%s","period_ns":%d,"axis":"run_time","inherit":true,\
                "scope":"user+kernel","cost_per_sample_ns":18000,"realtime_priority":false,"cpus":2,"kernel":"Linux 6.1",\
                "machine":"Synthetic","command":["/bin/cc1","x.i"],"groups":[],"run":{"benchmark":"403.gcc",\
                "label":"open:403.gcc (cc1 12.2.0) - NOT SPEC","versions":{"runbench":"0.1.0"},\
                "not_counted":[{"name":"L1D_ALL_REF","reason":"this machine has no PMU"}]},"events":[""".formatted(mode,
                periodNanos));
        String comma = "";
        for (String event : events) {
            String[] part = event.split(":");
            boolean counted = !part[3].equals("-");
            json.append(comma)
                    .append(("{\"name\":\"%s\",\"unit\":\"%s\",\"source\":\"%s\",\"type\":1,\"config\":%s,\"group\":%s,"
                            + "\"scope\":\"user+kernel\",").formatted(part[0],
                                    part[0].equals("task-clock") ? "ns" : part[0], part[1],
                                    part.length > 4 ? Long.decode(part[4]) : 2, part[2]));
            json.append(counted ? "\"value\":%s,\"status\":\"counted\"}".formatted(part[3])
                    : "\"value\":null,\"status\":\"not counted\",\"reason\":\"ENOENT\"}");
            comma = ",";
        }
        return json.append("]}").toString();
    }

    public static String trailer(long samples) {
        return """
                {"exit_status":0,"signal":0,"timed_out":false,"interrupted":false,"wall_ns":5000000000,"user_ns":4000000000,\
                "system_ns":500000000,"max_rss_kib":1000,"samples":%d,"lost":0,"throttled":0,"tasks":1,\
                "cost_per_sample_ns":17000,"helper_cpu_ns":90000000,"totals":[]}""".formatted(samples);
    }

    /** One task on two CPUs in turn, sealed every 100 samples; the counts add up to the final ones. */
    public static void run(Path file, long samples, int values, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String[] events = new String[values];
        for (int v = 0; v < values; v++) {
            events[v] = (v == 0 ? "page-faults" : "event-" + v) + ":software:0:" + v;
        }
        RecordingWriter out = new RecordingWriter(file, values, metadata("kernel", MS, events));
        long start = 1_000_000_000_000L;
        out.task(0, 4711, 4711, Kind.ALL_TASKS, start).comm(0, 4711, "cc1", start);
        long[][] count = new long[2][values];
        long[] run = new long[2];
        long wall = start;
        for (long i = 0; i < samples; i++) {
            int cpu = (int) (i / 1000 & 1);
            long dt = MS + random.nextLong(20_000) + (random.nextInt(500) == 0 ? MS : 0);
            wall += dt + random.nextLong(10_000);
            run[cpu] += dt;
            for (int v = 0; v < values; v++) {
                count[cpu][v] += random.nextLong(1, 2L << 5 * v + 4);
            }
            out.sample(0, 0, 4711, cpu, wall, run[cpu], run[cpu], count[cpu]);
            if (i % 100 == 99) {
                out.seal();
            }
        }
        long[] total = new long[values];
        for (int cpu = 0; cpu < 2; cpu++) {
            run[cpu] += 300_000;
            for (int v = 0; v < values; v++) {
                count[cpu][v] += 3;
                total[v] += count[cpu][v];
            }
            out.close(0, 0, 4711, cpu, wall + 300_000, run[cpu], run[cpu], count[cpu]);
        }
        out.exit(0, 4711, wall + 300_000).total(0, wall + 400_000, run[0] + run[1], total);
        out.end(trailer(samples));
    }
}
