package runbench.sampler.run;

import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.Event.Source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Shell scripts with the helper's protocol, one per situation. */
final class FakeHelper {
    static final String CALIBRATED = "{\"event\":\"calibrated\",\"cost_per_sample_ns\":18234,\"share\":0.018,"
            + "\"reuse\":\"5,18234,0,1\"}";
    static final String STARTED = "{\"event\":\"started\",\"pid\":77,\"mode\":\"kernel\",\"realtime\":false,"
            + "\"counters\":[{\"name\":\"page-faults\",\"status\":\"counted\"},"
            + "{\"name\":\"cycles\",\"status\":\"not counted\",\"reason\":\"no such event\",\"errno\":\"ENOENT\"}]}";
    static final String EXEC = "{\"event\":\"exec\",\"wall_ns\":123456789}";
    static final String PROGRESS = "{\"event\":\"progress\",\"samples\":500,\"run_ns\":498000000,"
            + "\"wall_ns\":500000000}";

    private FakeHelper() {
    }

    static Path script(Path folder, String... lines) throws IOException {
        Path script = folder.resolve("helper.sh");
        Files.writeString(script, "#!/bin/bash\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script;
    }

    static String say(String json) {
        return "echo '" + json + "'";
    }

    static String finished(String changes) {
        return "{\"event\":\"finished\",\"exit_status\":0,\"signal\":0,\"timed_out\":false,\"interrupted\":false,"
                + "\"wall_ns\":1000000000,\"user_ns\":900000000,\"system_ns\":50000000,\"max_rss_kib\":2048,"
                + "\"minor_faults\":120,\"major_faults\":1,\"voluntary_switches\":3,\"involuntary_switches\":4,"
                + "\"samples\":950,\"lost\":2,\"throttled\":1,\"tasks\":5,\"run_ns\":950000000,"
                + "\"cost_per_sample_ns\":18234,\"helper_cpu_ns\":7000000,"
                + "\"totals\":[{\"name\":\"page-faults\",\"value\":121,\"enabled_ns\":950000000,"
                + "\"running_ns\":950000000}]" + changes + "}";
    }

    static EventSelection pageFaults() {
        Event event = new Event("page-faults", Source.SOFTWARE, "faults", "page faults", new Encoding(1, 2),
                Modifiers.NONE, 0);
        return new EventSelection("page-faults", List.of(event), List.of(), List.of(), List.of());
    }
}
