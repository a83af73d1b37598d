package runbench.sync.eventlog;

import java.nio.ByteBuffer;
import runbench.base.container.ContainerFormat;
import runbench.base.container.ContainerFormat.EndFields;
import runbench.base.container.ContainerFormat.Field;
import runbench.base.container.ContainerFormat.SealFields;

/** Constants of the event log format; native/eventlog/format.h is the definition. */
final class LogFormat {
    static final String SUFFIX = ".rblog";
    static final String MAGIC = "RUNBLOG\n";
    static final int VERSION = 2;
    /** Files of version 1 have no fields, severities, counters and spans. */
    static final int OLDEST_VERSION = 1;
    static final int RECORD_BYTES = 64;
    static final int TAIL = 32;
    static final int PIECE = 56;
    static final int MAX_TYPES = 1023;
    static final int NO_COLOUR = -1;

    static final int EVENT = 1;
    static final int TYPE = 2;
    static final int TEXT = 3;
    static final int THREAD = 4;
    static final int FULL = 5;
    static final int SEAL = 11;
    static final int END = 12;

    static final int FLAG_CUT = 1;
    static final int FLAG_FIELDS = 2;
    static final int FLAG_FIELDS_CUT = 4;
    static final int FLAG_PARENT = 8;
    static final int SEVERITY_SHIFT = 4;
    static final int SEVERITY_MASK = 7;
    static final int PARENT_BYTES = 8;
    static final int FIELDS_LENGTH_BYTES = 2;
    static final int FIELD_KIND_SHIFT = 6;
    static final int FIELD_NAME_MASK = 63;
    static final int FIELD_LONG = 1;
    static final int FIELD_DOUBLE = 2;
    static final int FIELD_STRING = 3;

    static final int AT_WHAT = 1;
    static final int AT_PIECE_BYTES = 1;
    static final int AT_TYPE = 2;
    static final int AT_NUMBER = 4;
    static final int AT_TIME = 8;
    static final int AT_PIECE = 8;
    static final int AT_ID = 16;
    static final int AT_TID = 24;
    static final int AT_TEXT_BYTES = 28;
    static final int AT_FLAGS = 30;
    static final int AT_TEXT = 32;

    private static final int HEADER_RECORD_BYTES = 16;
    static final int HEADER_PID = 20;
    static final int HEADER_FILE = 24;

    /** Records are numbered. After a kill, consecutive ones remain usable. */
    static final ContainerFormat CONTAINER = new ContainerFormat("Runbench event log", MAGIC, VERSION, OLDEST_VERSION,
            Field.u32(28), Field.u32(32), FULL, true,
            new SealFields(SEAL, Field.u32(4), Field.u64(16), Field.u32(8), Field.u32(12)),
            new EndFields(END, Field.u64(AT_ID), Field.u32(AT_TID)), LogFormat::contradiction,
            "move it away: the other files of the log can be read without it");

    private LogFormat() {
    }

    private static String contradiction(ByteBuffer header) {
        int bytes = header.getInt(HEADER_RECORD_BYTES);
        return bytes == RECORD_BYTES ? null : "records of " + bytes + " bytes; expected " + RECORD_BYTES;
    }
}
