package runbench.sampler.nativeapi;

import runbench.sampler.nativeapi.NativeApi.PerfProbe;
import static org.assertj.core.api.Assertions.assertThat;

import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.junit.jupiter.api.Test;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Modifiers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the layout with {@code native/base/perf_attr.c}. {@code perf-attr.tsv} contains the bytes that the C code
 * creates with the kernel's header; {@code native/test/perf_attr_test.c} compares the C code with the same file.
 */
class PerfAttrTest {
    private static final Encoding RAW = new Encoding(4, 0x1122334455667788L, 0x99aabbccddeeff00L, 0x0102030405060708L);
    private static final Encoding TASK_CLOCK = new Encoding(1, 1);
    private final Runtime runtime = Runtime.getSystemRuntime();

    @Test
    void attributesEqualTheNativeBytes() throws IOException {
        Map<String, String> ours = new LinkedHashMap<>();
        ours.put("raw", hex(event(RAW, counted(true, true, true, true, true), 0, 0)));
        ours.put("breakpoint",
                hex(event(new Encoding(5, 3, 0x00007fffdeadbee8L, 8), counted(true, true, true, true, true), 0, 0)));
        ours.put("not user", hex(event(RAW, counted(false, true, true, true, true), 0, 0)));
        ours.put("not kernel", hex(event(RAW, counted(true, false, true, true, true), 0, 0)));
        ours.put("not hypervisor", hex(event(RAW, counted(true, true, true, true, true), 0, PerfAttr.EXCLUDE_HV)));
        ours.put("not idle", hex(event(RAW, counted(true, true, false, true, true), 0, 0)));
        ours.put("not guest", hex(event(RAW, counted(true, true, true, false, true), 0, 0)));
        ours.put("not host", hex(event(RAW, counted(true, true, true, true, false), 0, 0)));
        ours.put("precise 1", hex(event(RAW, counted(true, true, true, true, true), 1, 0)));
        ours.put("precise 2", hex(event(RAW, counted(true, true, true, true, true), 2, 0)));
        ours.put("probe counting", hex(PerfAttr.of(runtime, new PerfProbe(TASK_CLOCK, true, false, false))));
        ours.put("probe sampling", hex(PerfAttr.of(runtime, new PerfProbe(TASK_CLOCK, true, true, true))));
        ours.put("probe sampling user mode", hex(PerfAttr.of(runtime, new PerfProbe(TASK_CLOCK, false, true, true))));
        assertThat(ours).containsExactlyEntriesOf(theirs());
    }

    private static Modifiers counted(boolean user, boolean kernel, boolean idle, boolean guest, boolean host) {
        return new Modifiers(user, kernel, false, idle, guest, host, 0, false, false, false, "");
    }

    private Pointer event(Encoding e, Modifiers modifiers, int precise, long more) {
        Pointer attr = PerfAttr.zeroed(runtime);
        PerfAttr.event(attr, e);
        attr.putLong(PerfAttr.FLAGS, PerfAttr.exclusions(modifiers) | (long) precise << PerfAttr.PRECISE_SHIFT | more);
        return attr;
    }

    private static String hex(Pointer attr) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < PerfAttr.SIZE; i++) {
            out.append(String.format("%02x", attr.getByte(i)));
        }
        return out.toString();
    }

    private static Map<String, String> theirs() throws IOException {
        try (InputStream in = PerfAttrTest.class.getResourceAsStream("perf-attr.tsv")) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            Map<String, String> bytes = new LinkedHashMap<>();
            lines.forEach(line -> bytes.put(line.split("\t")[0], line.split("\t")[1]));
            return bytes;
        }
    }
}
