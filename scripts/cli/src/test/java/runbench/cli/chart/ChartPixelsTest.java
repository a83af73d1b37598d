package runbench.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.cli.Main;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Heat;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.theme.Ink;
import runbench.report.ClockFigures;

/**
 * Checks that charts are the same to the pixel as those whose hashes are in {@code pixels.properties}. A hash is the
 * SHA-256 of width, height and all pixels, and of the text of SVG. After an intended change of a chart, its new hash is
 * in the failure.
 */
@Tag("beside")
@Tag("scenario")
class ChartPixelsTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home", ".."));
    private static final Path RECORDINGS = HOME.resolve("parser/src/test/resources");
    private static final Properties EXPECTED = new Properties();

    @TempDir
    private Path dir;

    @BeforeAll
    static void readHashes() throws IOException {
        try (InputStream in = ChartPixelsTest.class.getResourceAsStream("pixels.properties")) {
            EXPECTED.load(in);
        }
        String here = hash(probe());
        assumeTrue(here.equals(EXPECTED.get("probe")),
                "other fonts or another rasteriser than those that the hashes were made with (Java 17, DejaVu "
                        + "Sans): probe " + here);
    }

    @ParameterizedTest
    @CsvSource({"golden.rec, ''", "pmu-phases.rec, ''", "pmu-phases.rec, --axis wall_time --by-task 3",
            "pmu-multiplexed.rec, --scale 2", "zen5-xalan.rec.gz, ''",
            "zen5-xalan.rec.gz, --axis wall_time --by-task 3", "zen5-403.gcc-100ms.rec.gz, ''",
            "zen5/groups-phases-1ms.rec.gz, ''"})
    void runs(String recording, String options) throws IOException {
        Path rec = dir.resolve("samples.rec");
        try (InputStream file = Files.newInputStream(RECORDINGS.resolve(recording));
                InputStream in = recording.endsWith(".gz") ? new GZIPInputStream(file) : file) {
            Files.copy(in, rec);
        }
        Path png = dir.resolve("chart.png");
        List<String> words = new java.util.ArrayList<>(
                List.of("plot", rec.toString(), "-o", png.toString(), "--svg", "-q"));
        words.addAll(options.isEmpty() ? List.of() : List.of(options.split(" ")));
        assertThat(Main.execute(words.toArray(String[]::new))).isZero();
        check("run " + recording + " " + options, png);
        check("run svg " + recording + " " + options, dir.resolve("chart.svg"));
    }

    @Test
    void phases() throws IOException {
        Path zip = HOME.resolve("pas2p/src/test/resources/runbench/pas2p/multigrid-4.zip");
        Path trace = Files.createDirectories(dir.resolve("trace"));
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Files.write(trace.resolve(Path.of(entry.getName()).getFileName()), in.readAllBytes());
            }
        }
        assertThat(Main.execute("pas2p", "analyze", trace.toString(), "-q")).isZero();
        for (String name : List.of("phases-time.png", "phases-shares.png")) {
            check(name, trace.resolve(name));
        }
    }

    @Test
    void topologies() throws IOException {
        Path png = dir.resolve("scale.png");
        assertThat(Main.execute("sync", "simulate", "scale", "--nodes", "20,40", "--json", "--chart", png.toString()))
                .isZero();
        check("scale", png);
    }

    @Test
    void estimates() throws IOException {
        StringBuilder text = new StringBuilder("""
                # runbench exchanges 1
                # {"node":"node1","slack_ns":1}
                burst,seq,t1_ns,t2_ns,t3_ns,t4_ns,k1_ns,k2_ns,k3_ns,k4_ns
                """);
        for (int i = 0; i < 400; i++) {
            long t1 = 1_795_000_000_000_000_000L + i * 10_000_000L;
            long t2 = t1 + 2_500_000 + i * 300L + 20_000 + i * 7919L % 13_000;
            long t4 = t2 + 3_000 - 2_500_000 - i * 300L + 21_000 + i * 6151L % 17_000;
            text.append(String.format("%d,%d,%d,%d,%d,%d,%d,%d,%d,%d%n", i / 16, i % 16, t1, t2, t2 + 3_000, t4,
                    t1 + 500, t2 - 700, t2 + 3_600, t4 - 400));
        }
        Path xchg = Files.writeString(dir.resolve("node1.xchg"), text.append("# end rows=400\n"));
        Path png = dir.resolve("estimate.png");
        assertThat(Main.execute("sync", "estimate", xchg.toString(), "--window", "1s", "--json", "--chart",
                png.toString())).isZero();
        check("estimate", png);
    }

    @Test
    void clocks() throws IOException {
        Path png = dir.resolve("clocks.png");
        Charts.writePng(ClockFigures.clocks(), png);
        check("clocks", png);
    }

    @Test
    void services() throws IOException {
        Path png = dir.resolve("services.png");
        ClockFigures.services(png);
        check("services", png);
    }

    @Test
    void everyKindOfMark() throws IOException {
        Path png = dir.resolve("marks.png");
        Charts.writePng(marks(), png);
        check("marks", png);
        Path svg = dir.resolve("marks.svg");
        Charts.writeSvg(marks(), svg);
        check("marks svg", svg);
    }

    private static Figure marks() {
        double[] x = IntStream.range(0, 500).mapToDouble(i -> i / 10.0).toArray();
        double[] y = Arrays.stream(x).map(v -> 3 + Math.sin(v) + v % 7 / 5).toArray();
        double[] low = Arrays.stream(y).map(v -> v - 0.4).toArray();
        double[] high = Arrays.stream(y).map(v -> v + 0.6).toArray();
        y[200] = Double.NaN;
        double[][] cells = new double[4][60];
        for (int i = 0; i < 240; i++) {
            cells[i / 60][i % 60] = i % 37 == 0 ? Double.NaN : Math.cos(i / 9.0);
        }
        Strip strip = new Strip(new int[]{0, 0, 1, 1, 1}, new double[]{0, 21, 0, 10, 10.02},
                new double[]{20, 49, 9, 10.01, 30}, new int[]{0, 1, 2, 3, -1}, List.of("P1", "P2", "P3", "P4"));
        double[] rows = {0, 1, 2};
        return Figure.titled("Every kind of mark")
                .label("made up")
                .provenance("one · two · three")
                .columns(2)
                .note("A note.")
                .x(Scale.linear("x (s)"))
                .add(Panel.of("lines", Scale.linear("y"))
                        .band("band", x, low, high, Ink.SKY)
                        .line("line", x, y, Ink.BLUE)
                        .steps("steps", x, high, Ink.ORANGE)
                        .level(4, "level", Ink.BLACK)
                        .rule(12, "at", Ink.GREY))
                .add(Panel.of("points", Scale.linear("y").si("B"))
                        .points("few", x, low, Ink.GREEN)
                        .picked(x, new double[][]{y, low, high}, 1, "picked", "others")
                        .remark("remark")
                        .detail("detail"))
                .add(Panel.of("cdf", Scale.linear("share")).x(Scale.log("s").si("s")).cdf("all", y, Ink.PURPLE))
                .add(Panel.of("histogram", Scale.linear("n").startingAtZero())
                        .x(Scale.linear("s"))
                        .histogram("counts", new double[]{0, 1, 2, 4, 8}, new double[]{3, 0, 7, 1}, Ink.AMBER))
                .add(Panel.of("forest", Scale.names("", List.of("a", "b", "c")))
                        .x(Scale.linear("ratio"))
                        .rowIntervals("ratio", rows, new double[]{1, 2, 3}, new double[]{0.5, 1.9, 1},
                                new double[]{1.5, 2.1, 4}, Ink.BLUE))
                .add(Panel.of("errors", Scale.log("").si("s"))
                        .x(Scale.log("n"))
                        .intervals("median", new double[]{10, 100, 1000}, new double[]{1e-3, 1e-4, 1e-5},
                                new double[]{1e-4, 1e-5, 1e-6}, new double[]{1e-2, 1e-3, 1e-4}, Ink.BLACK))
                .add(Panel.of("bars", Scale.linear("s"))
                        .x(Scale.names("", List.of("a long name that slants", "another such name", "c")))
                        .bars(List.of("one", "two"), new double[][]{{1, 2, 3}, {3, Double.NaN, 1}}))
                .add(Panel.of("heat", Scale.names("", List.of("r0", "r1", "r2", "r3")))
                        .heat(new Heat(cells, 0, 0.8, "B/s")))
                .add(Panel.of("strip", Scale.names("", List.of("r0", "r1"))).strip(strip))
                .add(Panel.of("spans", Scale.linear("y")).spans(strip).line("", x, y, Ink.BLUE));
    }

    private static void check(String name, Path file) throws IOException {
        String actual = file.toString().endsWith(".png") ? hash(ImageIO.read(file.toFile()))
                : hash(Files.readAllBytes(file));
        assertThat(EXPECTED.getProperty(name.strip().replace(' ', '_')).split(" ")).as(name).contains(actual);
    }

    private static String hash(BufferedImage image) {
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        ByteBuffer bytes = ByteBuffer.allocate(8 + 4 * pixels.length)
                .putInt(image.getWidth())
                .putInt(image.getHeight());
        bytes.asIntBuffer().put(pixels);
        return hash(bytes.array());
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the rendering of some text and a line by the fonts and the rasteriser of this machine. */
    private static BufferedImage probe() {
        BufferedImage image = new BufferedImage(400, 60, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setColor(Color.WHITE);
        for (int style : new int[]{Font.PLAIN, Font.BOLD}) {
            g.setFont(new Font(Font.SANS_SERIF, style, 11));
            g.drawString("AaBbGg 0123456789 µ·±−…\u2009×", 5, 20 + 20 * style);
        }
        g.draw(new Line2D.Double(3.3, 55.2, 390.7, 4.1));
        g.dispose();
        return image;
    }
}
