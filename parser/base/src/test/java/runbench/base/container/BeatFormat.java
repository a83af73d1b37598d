package runbench.base.container;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import runbench.base.container.ContainerFormat.EndFields;
import runbench.base.container.ContainerFormat.Field;
import runbench.base.container.ContainerFormat.SealFields;
import runbench.base.container.ContainerReader.RecordInspector;

/**
 * A format that nothing else has: records of 48 bytes that hold a number and its square, other places for everything.
 */
final class BeatFormat {
    static final int RECORD_BYTES = 48;
    static final int BEAT = 3;
    static final int REST = 4;
    static final ContainerFormat NUMBERED = format(true);
    static final ContainerFormat UNNUMBERED = format(false);

    private BeatFormat() {
    }

    private static ContainerFormat format(boolean numbered) {
        return new ContainerFormat("beat file", "RUNBEAT\n", 7, Field.u64(40), Field.u32(52), 5, numbered,
                new SealFields(9, Field.u32(44), Field.u32(20), Field.u64(8), Field.u32(36)),
                new EndFields(13, Field.u32(4), Field.u64(16)), header -> header.getInt(16) == RECORD_BYTES ? null
                        : "beats of " + header.getInt(16) + " bytes, expected 48",
                "let it beat again");
    }

    /** Beats 0 .. count - 1, sealed every {@code block}; what remains stays unsealed without {@code end}. */
    static void write(Path file, int count, int block, boolean end) throws IOException {
        try (ContainerWriter out = new ContainerWriter(file, NUMBERED, RECORD_BYTES,
                "{\"heart\":\"left\"}".getBytes(StandardCharsets.UTF_8), header -> header.putInt(24, 4711))) {
            for (long i = 0; i < count; i++) {
                out.blank().put((byte) (i % 5 == 4 ? REST : BEAT)).putLong(8, i).putLong(24, i * i);
                out.add();
                if (out.unsealed() == block) {
                    out.seal(seal -> seal.put(1, (byte) 77));
                }
            }
            if (end) {
                out.end("{\"beats\":%d}".formatted(count).getBytes(StandardCharsets.UTF_8),
                        record -> record.put(1, (byte) 78));
            }
        }
    }

    /** Looks at numbers and squares. */
    static final class BeatCursor extends ContainerCursor {
        BeatCursor(RecordWindows records, long count) {
            super(records, count);
        }

        long number() {
            return window.getLong(position + 8);
        }

        long square() {
            return window.getLong(position + 24);
        }
    }

    /** Keeps the numbers that are used. */
    static final class Beats implements RecordInspector {
        final List<Long> numbers = new ArrayList<>();
        private int sealed;
        private boolean followed = true;

        @Override
        public boolean record(ByteBuffer window, int at, int kind) {
            long number = window.getLong(at + 8);
            followed &= number == numbers.size() && window.getLong(at + 24) == number * number;
            numbers.add(number);
            return number >= 0;
        }

        @Override
        public void sealed() {
            sealed = numbers.size();
            followed = true;
        }

        @Override
        public void rollBack() {
            numbers.subList(sealed, numbers.size()).clear();
        }

        @Override
        public boolean followed() {
            return followed;
        }
    }
}
