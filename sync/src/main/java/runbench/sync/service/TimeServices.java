package runbench.sync.service;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;
import runbench.base.timeline.Timeline;
import runbench.sync.clock.Clock;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.model.ModelFile;
import runbench.sync.window.Node;
import runbench.sync.window.SyncWindow;
import runbench.sync.window.WindowPlan;

/** Opens time services by their names on the command line. */
public final class TimeServices {
    private static final int NTP_PORT = 123;

    private TimeServices() {
    }

    /**
     * Opens a service: {@code system}, {@code clock:SPEC}, {@code sntp:HOST}, {@code chrony}, {@code
     * reflector:HOST} and others.
     *
     * @throws RunbenchException (bad input) for an unknown kind
     */
    public static TimeService open(String text) throws IOException {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        String rest = colon < 0 ? "" : text.substring(colon + 1);
        if (text.startsWith("ptp4l@")) { // the default socket
            kind = "ptp4l";
            rest = text.substring(kind.length());
        }
        return switch (kind) {
            case "system" -> new ClockService(text, "realtime", now -> now);
            case "clock" -> new ClockService(text, rest, now -> now);
            case "sntp" -> {
                Node n = Node.parse("server=" + rest, NTP_PORT);
                yield new SntpService(text, n.address(), n.port());
            }
            case "chrony" -> new ChronyService(text, rest);
            case "ptp4l" -> {
                int at = rest.indexOf('@');
                yield new PtpService(text, at < 0 ? rest : rest.substring(0, at),
                        at < 0 ? "realtime" : rest.substring(at + 1), PtpService.PMC);
            }
            case "reflector" -> {
                Node n = Node.parse("server=" + rest, Node.DEFAULT_PORT);
                yield new ReflectorService(text, n.address(), n.port());
            }
            case "model" -> {
                int at = rest.indexOf('@');
                Timeline model = ModelFile.read(Path.of(at < 0 ? rest : rest.substring(0, at))).timeline();
                yield new ClockService(text, at < 0 ? "realtime" : rest.substring(at + 1), model::refNanos);
            }
            case "command" -> new CommandService(text, rest);
            default -> throw RunbenchException.badInput("no time service '" + text + "'")
                    .remedy("One of: system, clock:SPEC, sntp:HOST[:PORT], chrony[:SOCKET],"
                            + " ptp4l[:SOCKET][@CLOCK], reflector:HOST[:PORT], model:FILE[@CLOCK], command:COMMAND");
        };
    }

    /**
     * The output of a program with its time.
     *
     * @param text standard output and error, stripped
     * @param middleNanos local time in the middle of its run, ns
     * @param tookNanos duration of its run, ns
     */
    record CommandOutput(String text, long middleNanos, long tookNanos) {

        /**
         * Runs a program.
         *
         * @param service name of the service, for errors
         * @param of package that contains the program
         */
        static CommandOutput of(String service, List<String> command, String of, Clock local) throws IOException {
            long before = local.nanos();
            Process process;
            try {
                process = new ProcessBuilder(command).redirectErrorStream(true).start();
            } catch (IOException e) {
                throw RunbenchException.machine(service + ": cannot run " + command.get(0) + ": " + IoReason.of(e))
                        .remedy("install " + of)
                        .causedBy(e);
            }
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            long took = local.nanos() - before;
            try {
                // The kernel adds the CPU time of a child only after a wait for its end.
                process.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted").causedBy(e);
            }
            return new CommandOutput(text, before + took / 2, took);
        }
    }

    /** Any program that prints its time in ns; the interface for other services. */
    private static final class CommandService implements TimeService {
        private final String name;
        private final String command;
        private final Clock local = Clock.open("realtime");

        CommandService(String name, String command) {
            this.name = name;
            this.command = command;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Reading read() throws IOException {
            CommandOutput answer = CommandOutput.of(name, List.of("sh", "-c", command), "a shell", local);
            try {
                return new Reading(answer.middleNanos(), Long.parseLong(answer.text()), answer.tookNanos());
            } catch (NumberFormatException e) {
                throw RunbenchException.badInput(name + ": printed '" + answer.text() + "', not nanoseconds")
                        .remedy("For example: command:'date +%s%N'")
                        .causedBy(e);
            }
        }

        @Override
        public void close() {
            local.close();
        }
    }

    /** A clock of this machine: the system clock, another source, or one converted by a model. */
    private static final class ClockService implements TimeService {
        private final String name;
        private final Clock local = Clock.open("realtime");
        private final Clock clock;
        private final LongUnaryOperator toService;

        /**
         * Creates the service.
         *
         * @param name name on the command line
         * @param spec clock source
         * @param toService converts the clock to the service's time, ns
         */
        ClockService(String name, String spec, LongUnaryOperator toService) {
            this.name = name;
            clock = Clock.open(spec);
            this.toService = toService;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Reading read() {
            long before = local.nanos();
            long now = clock.nanos();
            long after = local.nanos();
            return new Reading(before + (after - before) / 2, toService.applyAsLong(now), after - before);
        }

        @Override
        public void close() {
            clock.close();
            local.close();
        }
    }

    /**
     * The time of a chronyd on this machine: the system clock corrected by the offset that {@code chronyc tracking}
     * reports.
     */
    private static final class ChronyService implements TimeService {
        private static final int SYSTEM_TIME_OFFSET = 4;

        private final String name;
        private final List<String> command = new ArrayList<>(List.of("chronyc", "-c"));
        private final Clock local = Clock.open("realtime");

        /**
         * Creates the service.
         *
         * @param name name on the command line
         * @param socket chronyd's command socket; empty for the default
         */
        ChronyService(String name, String socket) {
            this.name = name;
            if (!socket.isEmpty()) {
                command.addAll(List.of("-h", socket));
            }
            command.add("tracking");
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Reading read() throws IOException {
            CommandOutput answer = CommandOutput.of(name, command, "chrony, which contains chronyc", local);
            String[] field = answer.text().split(",");
            if (field.length <= SYSTEM_TIME_OFFSET) {
                throw RunbenchException.machine(name + ": unexpected output of chronyc: " + answer.text())
                        .remedy("Give the command socket: chrony:/run/chrony/chronyd.sock");
            }
            // Positive: the system clock is behind NTP time by this offset.
            long correction = new BigDecimal(field[SYSTEM_TIME_OFFSET]).movePointRight(9).longValue();
            return new Reading(answer.middleNanos(), answer.middleNanos() + correction, answer.tookNanos());
        }

        @Override
        public void close() {
            local.close();
        }
    }

    /** A Runbench reflector, read by one burst. Each reading waits 60 ms until kernel stamps begin. */
    private static final class ReflectorService implements TimeService {
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

    /** A source of time that can be read. */
    public interface TimeService extends AutoCloseable {
        /** Returns the name as given on the command line. */
        String name();

        /** Reads the time once. */
        Reading read() throws IOException;

        /** Returns the number of packets per reading in both directions; 0 if a reading uses no network. */
        default int packets() {
            return 0;
        }

        /** Returns the bytes on the wire per reading in both directions, including headers. */
        default int bytes() {
            return 0;
        }

        @Override
        default void close() {
        }

        /**
         * One answer.
         *
         * @param localNanos CLOCK_REALTIME of this machine, ns
         * @param serviceNanos the service's time at that moment, ns
         * @param roundTripNanos duration of the answer without the server's own time, ns
         */
        record Reading(long localNanos, long serviceNanos, long roundTripNanos) {}
    }
}
