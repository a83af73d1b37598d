package runbench.sync.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.sync.exchange.ExchangeRecording.ExchangeMetadata.HardwareStamps;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.scenario.Generator;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Link;
import runbench.sync.scenario.Oscillator;

class XchgFileTest {
    private static final long START = 1_700_000_000_000_000_000L;

    private static Exchanges some() {
        return new Generator(Link.QUIET, new ScenarioPlan(3, 10, 30_000_000L, 0), 77, Oscillator.steady(12, START))
                .window(START, new SplittableRandom(1));
    }

    private static String text(Exchanges e) throws IOException {
        StringWriter out = new StringWriter();
        XchgFile.write(out, JsonNodeFactory.instance.objectNode().put("node", "n1").put("slack_ns", 1), e);
        return out.toString();
    }

    @Test
    void readsBackWhatItWrote() throws IOException {
        Exchanges e = some();
        ExchangeRecording r = XchgFile.read("x", new StringReader(text(e)));
        assertThat(r.complete()).isTrue();
        assertThat(r.node()).isEqualTo("n1");
        assertThat(r.exchanges().size()).isEqualTo(30);
        for (int i = 0; i < 30; i++) {
            assertThat(r.exchanges().burst(i)).isEqualTo(e.burst(i));
            assertThat(r.exchanges().seq(i)).isEqualTo(e.seq(i));
            for (int position = 1; position <= 4; position++) {
                assertThat(r.exchanges().stamp(Stamps.USER, position, i)).isEqualTo(e.stamp(Stamps.USER, position, i));
                assertThat(r.exchanges().stamp(Stamps.KERNEL, position, i))
                        .isEqualTo(e.stamp(Stamps.KERNEL, position, i));
            }
        }
    }

    /** Only a clock that could be used is worth a note: most machines have none. */
    @Test
    void hardwareStampsAreStated() throws IOException {
        String plain = text(some());
        assertThat(hardware(plain)).isEqualTo(new HardwareStamps(0, 0, ""));
        assertThat(hardware(plain).unused()).isEmpty();
        String field = "{\"hardware_stamps\":{\"reference\":%d,\"node\":%d,\"interface\":\"%s\"},\"node\":";
        HardwareStamps both = hardware(plain.replace("{\"node\":", field.formatted(30, 29, "eth0 by /dev/ptp0")));
        assertThat(both.onBothSides()).isTrue();
        assertThat(both.unused()).isEmpty();
        HardwareStamps one = hardware(plain.replace("{\"node\":",
                field.formatted(0, 30, "no hardware stamps: eth0 does not stamp all packets")));
        assertThat(one.onBothSides()).isFalse();
        assertThat(one.unused()).hasValue("no hardware stamps: eth0 does not stamp all packets");
        assertThat(hardware(
                plain.replace("{\"node\":", field.formatted(0, 0, "no hardware clock: no network interface has one")))
                .unused()).isEmpty();
    }

    private static HardwareStamps hardware(String file) throws IOException {
        return XchgFile.read("x", new StringReader(file)).meta().hardwareStamps();
    }

    /** A file truncated at any byte yields every whole row and no partial row, and is incomplete. */
    @Test
    void keepsWholeRowsOfATruncatedFile() throws IOException {
        String whole = text(some());
        int firstRow = whole.indexOf("\n0,0,") + 1;
        int end = whole.indexOf("# end");
        for (int cut = whole.indexOf('\n', firstRow) + 1; cut < end; cut += 7) {
            ExchangeRecording r = XchgFile.read("x", new StringReader(whole.substring(0, cut)));
            assertThat(r.complete()).isFalse();
            String kept = whole.substring(firstRow, cut);
            int wholeRows = kept.length() - kept.replace("\n", "").length();
            // A row with only its last number truncated looks like a whole one; there is at most one.
            assertThat(r.exchanges().size()).isBetween(wholeRows, wholeRows + 1);
        }
    }

    @Test
    void reportsDamageWithItsLine() throws IOException {
        String damaged = text(some()).replaceFirst("\n0,5,", "\n0,5,x");
        assertThatThrownBy(() -> XchgFile.read("n1.xchg", new StringReader(damaged)))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("n1.xchg: line 9")
                .hasMessageContaining("eight integers");
    }

    /** One exchange whose reply precedes its probe is left out and counted; the others are read. */
    @Test
    void countsContradictoryExchangesAndLeavesThemOut() throws IOException {
        String[] lines = text(some()).split("\n");
        String[] bad = lines[7].split(",");
        bad[8] = "" + (Long.parseLong(bad[7]) - 1);
        lines[7] = String.join(",", bad);
        ExchangeRecording r = XchgFile.read("x", new StringReader(String.join("\n", lines) + "\n"));
        assertThat(r.exchanges().size()).isEqualTo(29);
        assertThat(r.impossible()).isEqualTo(1);
        assertThat(r.complete()).isTrue();
        assertThat(r.leftOut().orElseThrow()).startsWith("1 exchange was left out of 30");
        assertThat(XchgFile.read("x", new StringReader(text(some()))).leftOut()).isEmpty();
        // In most of them: the columns are in another order.
        String swapped = "100 205 206 111 101 204 207 110\n205 100 206 111 0 0 0 0\n305 200 306 211 0 0 0 0\n405 300 "
                + "406 311 0 0 0 0\n";
        assertThatThrownBy(() -> XchgFile.read("f", new StringReader(swapped)))
                .hasMessageContaining("f: line 2: the reply came before");
    }

    @Test
    void readsPlainColumnsOfAnyShape() throws IOException {
        String plain = "# t1 t2 t3 t4 k1 k2 k3 k4\n100 205 206 111  101 204 207 110\n"
                + "\n200,305,306,211,201,304,307,210\n300\t405\t406\t311\t0\t0\t0\t0\r\n";
        ExchangeRecording r = XchgFile.read("recorded.txt", new StringReader(plain));
        assertThat(r.exchanges().size()).isEqualTo(3);
        assertThat(r.exchanges().count(Stamps.KERNEL)).isEqualTo(2);
        assertThat(r.exchanges().best()).isEqualTo(Stamps.USER);
        assertThat(r.numbered()).isFalse();
        assertThat(r.exchanges().stamp(Stamps.KERNEL, 3, 1)).isEqualTo(307);
    }

    @Test
    void rejectsOtherFiles() {
        String[] wrong = {"", "# nothing\n", "1 2 3\n", "a b c d e f g h\n", "1 2 3 4 5 6 7 8 9\n",
                "99999999999999999999 2 3 4 5 6 7 8\n", "# runbench exchanges 2\n",
                "# runbench exchanges 1\n# {broken\n"};
        for (String text : wrong) {
            assertThatThrownBy(() -> XchgFile.read("f", new StringReader(text))).as(text)
                    .isInstanceOf(RunbenchException.class)
                    .hasMessageStartingWith("f: ");
        }
        assertThatThrownBy(() -> XchgFile.read(Path.of("no/such.xchg"))).hasMessageContaining("no such file");
    }

    /** 5,000 random mutations yield a recording or an error, and nothing else. */
    @Tag("scenario")
    @Tag("beside")
    @Test
    void survivesMutations() throws IOException {
        byte[] whole = text(some()).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 5000; i++) {
            byte[] mutated = whole.clone();
            for (int k = random.nextInt(1, 5); k > 0; k--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(1, 127);
            }
            try {
                XchgFile.read("f", new StringReader(new String(mutated, java.nio.charset.StandardCharsets.US_ASCII)));
            } catch (RunbenchException clear) {
                assertThat(clear.getMessage()).startsWith("f: ");
            }
        }
    }

    @Test
    void injectsAKnownClockExactly() {
        Exchanges e = some();
        Injection clock = Injection.parse("-2500000,40", e, Stamps.USER);
        Exchanges planted = clock.apply(e);
        long t = e.stamp(Stamps.KERNEL, 2, 29);
        long since = t - e.stamp(Stamps.USER, 1, 0);
        assertThat(planted.stamp(Stamps.KERNEL, 2, 29)).isEqualTo(t - 2_500_000 + Math.round(since * 40e-6));
        assertThat(planted.stamp(Stamps.KERNEL, 1, 29)).isEqualTo(e.stamp(Stamps.KERNEL, 1, 29));
        assertThatThrownBy(() -> Injection.parse("5", e, Stamps.USER)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("--inject 5");
    }

    @Test
    void detectsBurstsAndDividesWindows() {
        Exchanges e = some();
        Exchanges found = Bursts.detected(Bursts.ofLength(e, 1000));
        assertThat(found.burst(9)).isZero();
        assertThat(found.burst(10)).isEqualTo(1);
        assertThat(found.burst(29)).isEqualTo(2);
        assertThat(Bursts.windows(e, Stamps.USER, 14_000_000)).hasSize(2);
        assertThat(Bursts.windows(e, Stamps.USER, 1_000_000_000)).hasSize(1);
    }
}
