package runbench.sync.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.base.timeline.ReferenceTime;
import runbench.base.timeline.ReferenceTime.How;
import runbench.sync.keep.WindowRequests;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;
import runbench.sync.session.MeasurementRequest;
import runbench.sync.session.MeasurementRequest.Packets;
import runbench.sync.session.MeasurementRun;
import runbench.sync.session.WindowReport;

/**
 * The clock inside a program (runbench/sync.h): the same times as by the model in Java, and the truth within its
 * bounds.
 */
@Tag("machine")
class ReferenceTimeInProgramsTest {
    private static final Path PROGRAM = Path.of(System.getProperty("runbench.home", "."),
            "native/build/eventlog/reference");
    private static final long EPOCH = 1_700_000_000_000_000_000L;
    private static final How[] HOW = {How.IDENTITY, How.INTERPOLATED, How.PREDICTED, How.EXPIRED};

    @TempDir
    private Path folder;

    @BeforeEach
    void needsTheProgram() {
        assumeTrue(Files.exists(PROGRAM), "native/build/eventlog/reference is not built (make -C native)");
    }

    @Test
    void convertsAsTheModelDoes() throws IOException, InterruptedException {
        Random random = new Random(7);
        for (int i = 0; i < 30; i++) {
            NodeModel model = randomModel(random, 1 + i % 5);
            Path file = folder.resolve("n1.model.json");
            ModelFile.write(file, model, 100_000);
            NodeModel read = ModelFile.read(file);
            long[] stamps = random.longs(200, EPOCH - 200_000_000_000L, EPOCH + 1_000_000_000_000L).toArray();
            StringBuilder input = new StringBuilder();
            for (long stamp : stamps) {
                input.append(stamp + read.windows().get(0).baseNanos()).append('\n');
            }
            Files.writeString(folder.resolve("stamps"), input);
            List<String> rows = run(folder.resolve("stamps"), "convert", file.toString());
            assertThat(rows).hasSize(stamps.length);
            for (int k = 0; k < stamps.length; k++) {
                ReferenceTime expected = read.timeline().at(stamps[k] + read.windows().get(0).baseNanos());
                String[] word = rows.get(k).split(" ");
                assertThat(Long.parseLong(word[0])).as(rows.get(k)).isCloseTo(expected.refNanos(), within(1L));
                assertThat(HOW[Integer.parseInt(word[4])]).isEqualTo(expected.how());
                // A tie of rounding may differ by 1 ns.
                assertThat(Double.parseDouble(word[1])).isCloseTo(expected.errStatNanos(), within(0.01));
                assertThat(Double.parseDouble(word[2])).isCloseTo(expected.loNanos(), within(1.01));
                assertThat(Double.parseDouble(word[3])).isCloseTo(expected.hiNanos(), within(1.01));
            }
        }
    }

    /** Returns a clock that keeps its bounds, so that no window contradicts another. */
    private static NodeModel randomModel(Random random, int count) {
        double rate = random.nextDouble(-50e-6, 50e-6);
        long base = random.nextLong(-4_000_000_000L, 1_000_000_000_000_000L);
        List<WindowModel> windows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long x = EPOCH + i * random.nextLong(100_000_000_000L, 150_000_000_000L);
            double error = random.nextDouble(-400, 400);
            double offset = rate * (x - EPOCH) + error;
            windows.add(new WindowModel(x, base, offset, rate + random.nextDouble(-1e-7, 1e-7),
                    random.nextDouble(5, 50), random.nextDouble(1e-9, 1e-7), offset - 500, offset + 500, rate - 2e-6,
                    rate + 2e-6, 9000, 1024, "m", "kernel", null, null));
        }
        return new NodeModel("n1", "head", "realtime", 0.5e-6, windows, 100_000);
    }

    /**
     * A program asks for windows while it runs. The reference is the machine's true clock, the node's clock is virtual.
     */
    @Test
    void requestsWindowsAndBoundsTheTruth() throws Exception {
        long epoch = System.currentTimeMillis() * 1_000_000L;
        String clock = "virtual(realtime,offset=7000000000,ppm=40,epoch=" + epoch + ")";
        int port = LoopbackReflector.onFreePort().port();
        MeasurementRequest request = new MeasurementRequest(List.of("n1=127.0.0.1:" + port), null, "{command}",
                Launcher.Programs.path("runbench-reflector") + " --listen 127.0.0.1:{port} --until-eof --clock "
                        + clock,
                "realtime", "head", new Packets(8, 32, null, 200_000_000L, 40_000_000L, 1, null, false), "auto", 0.5,
                100_000, "kernel", folder);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<WindowReport> reports = new ArrayList<>();
        var measurement = request.measurement();
        measurement.start(Progress.NONE);
        Thread service = new Thread(() -> {
            try {
                new MeasurementRun(measurement, folder, new Collector(reports)).keep(
                        (start, length) -> WindowRequests.listen(folder, "head", List.of("n1")), 60_000_000_000L,
                        200_000_000L, 100_000, false);
            } catch (IOException | RuntimeException e) {
                failure.set(e);
            }
        });
        service.start();
        Path file = folder.resolve(WindowRequests.SERVICE_FILE);
        for (int i = 0; i < 200 && file.toFile().length() == 0 && service.isAlive(); i++) {
            Thread.sleep(50);
        }
        assertThat(failure.get()).isNull();
        assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
        Path model = folder.resolve("n1.model.json");
        List<String> rows = run(null, "truth", model.toString(), clock, "60", "20", "30");
        assertThat(rows.stream().filter(row -> row.startsWith("window failed"))).isEmpty();
        List<long[]> requested = rows.stream()
                .filter(row -> row.startsWith("window "))
                .map(row -> new long[]{Long.parseLong(row.split(" ")[1]), Long.parseLong(row.split(" ")[2])})
                .toList();
        assertThat(requested).hasSize(2);
        assertThat(reports).as("the first window and the two that the program requested").hasSize(3);
        for (int i = 0; i < 2; i++) {
            assertThat(reports.get(i + 1).begin().toEpochMilli()).isBetween(requested.get(i)[0] / 1_000_000,
                    requested.get(i)[1] / 1_000_000);
        }
        double worst = 0;
        int checked = 0;
        for (String row : rows) {
            if (row.startsWith("window")) {
                continue;
            }
            String[] word = row.split(" ");
            long before = Long.parseLong(word[0]);
            long ref = Long.parseLong(word[1]);
            long after = Long.parseLong(word[6]);
            assertThat(ref + Double.parseDouble(word[4])).as(row).isGreaterThanOrEqualTo(before);
            assertThat(ref + Double.parseDouble(word[3])).as(row).isLessThanOrEqualTo(after);
            worst = Math.max(worst, Math.max(before - ref, ref - after));
            checked++;
        }
        System.out.printf(Locale.ROOT, "in the program: %d readings, worst error beyond the brackets %.2f us%n",
                checked, worst / 1e3);
        assertThat(checked).isEqualTo(60);
        assertThat(worst).isLessThan(20_000);
        refusesOthers(file);
        service.interrupt();
        service.join(10_000);
        measurement.close();
        assertThat(service.isAlive()).isFalse();
        assertThat(file).doesNotExist();
        assertThat(run(null, "truth", model.toString(), clock, "1", "1", "1").get(0)).startsWith("window failed");
    }

    /** A wrong token, a node that is not measured, and a caller that sends nothing useful. */
    private void refusesOthers(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        String token = lines.get(1).split(" ")[1];
        int port = Integer.parseInt(lines.get(2).split(" ")[2]);
        assertThat(token).hasSize(32);
        assertThat(answer(port, "window 1 0123 n1\n")).startsWith("failed the request is not accepted");
        assertThat(answer(port, "window 1 " + token + " n9\n")).startsWith("failed node 'n9' is not measured, only n1");
        assertThat(answer(port, "x".repeat(2000) + "\n")).isEmpty();
    }

    private static String answer(int port, String request) throws IOException {
        try (var socket = new java.net.Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (java.net.SocketException reset) {
            return "";
        }
    }

    private record Collector(List<WindowReport> reports) implements MeasurementRun.Observer {
        @Override
        public Progress windowBegins() {
            return Progress.NONE;
        }

        @Override
        public void windowEnded(WindowReport report) {
            reports.add(report);
        }

        @Override
        public void windowFailed(RunbenchException why) {
            throw why;
        }

        @Override
        public void late(long due, OptionalLong next) {
            // The tolerance is not the subject of this test.
        }
    }

    private static List<String> run(Path input, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        if (input != null) {
            builder.redirectInput(input.toFile());
        }
        Process process = builder.start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            List<String> rows = out.lines().toList();
            assertThat(process.waitFor()).as(rows.toString()).isZero();
            return rows;
        }
    }
}
