package runbench.parser.record;

/** Byte offsets of recording.h; its static assertions and the golden file of the tests hold both sides together. */
final class Layout {
    static final byte[] MAGIC = {'R', 'U', 'N', 'B', 'R', 'E', 'C', '\n'};
    static final int VERSION = 1;

    static final int FILE_HEADER_BYTES = 64;
    static final int FILE_VERSION = 8;
    static final int FILE_HEADER_SIZE = 12;
    static final int FILE_RECORD_SIZE = 16;
    static final int FILE_VALUE_COUNT = 20;
    static final int FILE_JSON_BYTES = 24;
    static final int FILE_JSON_CRC = 28;
    static final int FILE_HEADER_CRC = 60;

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
    static final int SEAL_RECORDS = 24;
    static final int SEAL_SEQUENCE = 32;
    static final int SEAL_CRC = 40;
    static final int SEAL_SELF_CRC = 44;
    static final int END_TRAILER_BYTES = AUX;
    static final int END_TRAILER_CRC = ENABLED;

    /** No writer needs more; a larger number in a file is damage, not a reason to allocate. */
    static final int MAX_VALUES = 4096;
    static final int MAX_JSON_BYTES = 64 << 20;

    private Layout() {
    }
}
