package runbench.sync.utc;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import runbench.base.error.RunbenchException;
import runbench.sync.clock.Clock;
import runbench.sync.clock.ExternalTime;

/** Queries the time services of the reference. Each answers on this machine; the network is not used. */
public final class UtcServices {
    private static final long TIMEOUT_SECONDS = 3;
    private static final String CHRONY = "LC_ALL=C chronyc -c%s tracking";
    private static final String NTPD = "LC_ALL=C ntpq -c rv%s";
    private static final String TIMESYNCD = "LC_ALL=C timedatectl timesync-status";

    private UtcServices() {
    }

    /**
     * Returns the shell commands by service; joined by {@code =}, they are the engine's {@code SERVICE=COMMAND}.
     *
     * @param choice {@code auto} (all), {@code kernel} (adjtimex(2) alone), or one of {@code chrony[:SOCKET]},
     *     {@code ntpd[:HOST]}, {@code timesyncd}
     * @throws RunbenchException for another choice
     */
    public static Map<String, String> commands(String choice) {
        int colon = choice.indexOf(':');
        String service = colon < 0 ? choice : choice.substring(0, colon);
        String where = colon < 0 ? "" : choice.substring(colon + 1);
        if (!where.matches("[A-Za-z0-9_./:\\-]*")) {
            throw invalid(choice);
        }
        Map<String, String> commands = new LinkedHashMap<>();
        switch (service) {
            case "auto" -> {
                commands.put("chrony", CHRONY.formatted(""));
                commands.put("ntpd", NTPD.formatted(""));
                commands.put("timesyncd", TIMESYNCD);
            }
            case "chrony" -> commands.put("chrony", CHRONY.formatted(where.isEmpty() ? "" : " -h " + where));
            case "ntpd" -> commands.put("ntpd", NTPD.formatted(where.isEmpty() ? "" : " " + where));
            case "timesyncd" -> commands.put("timesyncd", TIMESYNCD);
            case "kernel" -> {
            }
            default -> throw invalid(choice);
        }
        return commands;
    }

    /** Queries the services of this machine now. */
    public static UtcAnswers ask(String choice) {
        ExternalTime kernel = ExternalTime.read();
        ObjectNode external = JsonNodeFactory.instance.objectNode();
        external.put("synchronised", kernel.synchronised())
                .put("estimated_error_ns", kernel.estimatedErrorNanos())
                .put("maximum_error_ns", kernel.maximumErrorNanos())
                .put("to_be_slewed_ns", kernel.offsetNanos())
                .put("rate_correction_ppm", kernel.frequencyPpm());
        try (Clock clock = Clock.open("realtime")) {
            external.putArray("beside_realtime").addObject();
            external.withArray("/beside_realtime").addObject().put("realtime_ns", clock.nanos());
            commands(choice).forEach((service,
                    command) -> query(external.withArray("/told").addObject().put("service", service), command, clock));
        }
        return UtcAnswers.of(external);
    }

    private static void query(ObjectNode reply, String command, Clock clock) {
        long before = clock.nanos();
        try {
            Process process = new ProcessBuilder("/bin/sh", "-c", command).redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
            CompletableFuture.delayedExecutor(TIMEOUT_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            long took = clock.nanos() - before;
            reply.put("text", text).put("status", process.waitFor()).put("realtime_ns", before + took / 2);
        } catch (IOException e) {
            reply.put("text", e.getMessage()).put("status", -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reply.put("text", "interrupted").put("status", -1);
        }
    }

    private static RunbenchException invalid(String choice) {
        return RunbenchException.badInput("--utc-from " + choice + ": no such time service")
                .remedy("One of: auto, chrony[:SOCKET], ntpd[:HOST], timesyncd, kernel");
    }
}
