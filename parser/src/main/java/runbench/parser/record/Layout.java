package runbench.parser.record;

import java.nio.ByteBuffer;
import runbench.base.container.ContainerFormat;
import runbench.base.container.ContainerFormat.EndFields;
import runbench.base.container.ContainerFormat.Field;
import runbench.base.container.ContainerFormat.SealFields;

/** Byte offsets of recording.h; its static assertions and the golden file of the tests verify both. */
final class Layout {
    static final int FILE_RECORD_SIZE = 16;
    static final int FILE_VALUE_COUNT = 20;

    static final int RECORD_BYTES = 56;
    static final int KIND = 0;
    static final int GROUP = 1;
    static final int FLAGS = 2;
    static final int CPU = 4;
    static final int TASK = 8;
    static final int TID = 12;
    static final int WALL = 16;
    static final int RUN = 24;
    static final int ENABLED = 32;
    static final int RUNNING = 40;
    static final int AUX = 48;
    static final int VALUE = 56;

    static final int TASK_PID = 24;
    static final int TASK_PARENT = 28;
    static final int COMM_NAME = 24;
    static final int COMM_NAME_BYTES = 32;
    static final int FILE_PART = 24;
    static final int FILE_PART_BYTES = 32;
    static final int MAP_START = 24;
    static final int MAP_BYTES = 32;
    static final int MAP_OFFSET = 40;
    static final int MAP_FILE = 48;
    static final int FRAMES_ADDRESS = 24;
    static final int FRAMES_MAX = 4;

    /** No writer needs more; a larger number in a file is damage, not a reason to allocate. */
    static final int MAX_VALUES = 4096;

    /** Records have no numbers: what no seal vouches for is not used. */
    static final ContainerFormat FORMAT = new ContainerFormat("recording", "RUNBREC\n", 1, Field.u32(24), Field.u32(28),
            0x1f, false, new SealFields(Kind.SEAL, Field.u64(24), Field.u64(32), Field.u32(40), Field.u32(44)),
            new EndFields(Kind.END, Field.u64(AUX), Field.u64(ENABLED)), Layout::contradiction,
            "nothing can be read without an intact header: restore the file or record the run again");

    private static String contradiction(ByteBuffer header) {
        long values = Integer.toUnsignedLong(header.getInt(FILE_VALUE_COUNT));
        long recordBytes = Integer.toUnsignedLong(header.getInt(FILE_RECORD_SIZE));
        return values >= 1 && values <= MAX_VALUES && recordBytes == RECORD_BYTES + 8 * values ? null
                : "records of " + recordBytes + " bytes with " + values + " values; expected 56 + 8 x values, 1.."
                        + MAX_VALUES + " values";
    }

    private Layout() {
    }
}
