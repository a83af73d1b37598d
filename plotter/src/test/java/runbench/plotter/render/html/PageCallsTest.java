package runbench.plotter.render.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import runbench.plotter.render.html.PageCalls.CallSite;
import runbench.plotter.render.html.PageCalls.SingleCalls;

class PageCallsTest {
    private static final SingleCalls TWO_LANES = new SingleCalls(1, 2, 1_000_000_000,
            List.of(new CallSite("MPI_Send", "x (x.c:1)", 0), new CallSite("MPI_Recv", "", 0)), new int[]{0, 0, 1, 1},
            new long[]{5, 300, 0, 1_000_000_000_000L}, new long[]{10, 400, 20, 1_000_000_000_001L},
            new int[]{0, 0, 1, 1}, new int[]{1, 1, 0, 0}, new long[]{8, 1L << 40, 8, 1L << 40}, new int[]{7, -1, 7, -1},
            new int[]{-1, -1, 0, 1}, new long[]{0, 0, 15, 0}, new int[]{-1, -1, 0, -1}, new long[]{-3, 50, 90},
            new int[]{2, -1});

    /** Decodes integers of seven bits per byte as the page's script does. */
    private static List<Long> decoded(String text) throws DataFormatException {
        Inflater inflater = new Inflater(true);
        inflater.setInput(Base64.getDecoder().decode(text));
        byte[] bytes = new byte[10_000];
        int size = inflater.inflate(bytes);
        List<Long> values = new ArrayList<>();
        for (int at = 0; at < size;) {
            long value = 0;
            int shift = 0;
            byte b;
            do {
                b = bytes[at++];
                value |= (long) (b & 127) << shift;
                shift += 7;
            } while (b < 0);
            values.add(value >>> 1 ^ -(value & 1));
        }
        return values;
    }

    @Test
    void callsAreEncodedColumnByColumn() throws DataFormatException {
        assertThat(decoded(TWO_LANES.encoded())).as("gaps, lengths, sites, peers, bytes, tags, waits, sends, phases")
                .containsExactly(5L, 290L, 0L, 999_999_999_980L, 5L, 100L, 20L, 1L, 0L, 0L, 1L, 1L, 1L, 1L, 0L, 0L, 8L,
                        1L << 40, 8L, 1L << 40, 7L, -1L, 7L, -1L, 0L, 0L, 15L, 0L, -1L, -1L, 0L, -1L, 0L, 0L, 1L, 0L,
                        1L, 1L, -3L, 53L, 40L, 2L, -1L);
    }

    @Test
    void modelCountsTheCallsOfEachLane() {
        PageCalls calls = new PageCalls(0, 3, List.of("messages", "waiting"),
                new double[][][]{{{0, 0.5}, {0, 0}}, {{0, 0}, {1, 0.25}}}, TWO_LANES, List.of());
        assertThat(calls.model()).containsEntry("lanes", List.of(2L, 2L))
                .containsEntry("size", 4)
                .containsEntry("columns", 2)
                .containsEntry("occurrences", 2);
    }

    @Test
    void matrixDrawsPairsWithValuesOnly() {
        PageMatrix matrix = new PageMatrix("Waits", "row: <waits>", "column: awaited", List.of("0", "1", "2"),
                new double[][]{{0, 0.5, 0}, {2, 0, 0}, {0, 0, 0}}, v -> v + " s");
        String svg = matrix.svg();
        assertThat(matrix.sum()).isEqualTo(2.5);
        assertThat(svg.split("<title>", -1)).as("two pairs").hasSize(3);
        assertThat(svg).contains("<title>0 → 1: 0.5\u00a0s</title>", "<title>1 → 0: 2.0\u00a0s</title>",
                "row: &lt;waits&gt;");
    }
}
