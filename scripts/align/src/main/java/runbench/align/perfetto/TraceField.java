package runbench.align.perfetto;

/** Field numbers of Perfetto's trace format. Each message has its own prefix. */
final class TraceField {
    static final int PACKET = 1;

    static final int PACKET_CLOCK_SNAPSHOT = 6;
    static final int PACKET_TIMESTAMP = 8;
    static final int PACKET_SEQUENCE_ID = 10;
    static final int PACKET_TRACK_EVENT = 11;
    static final int PACKET_TRACK_DESCRIPTOR = 60;

    static final int SNAPSHOT_CLOCK = 1;
    static final int CLOCK_ID = 1;
    static final int CLOCK_TIMESTAMP = 2;

    static final int TRACK_UUID = 1;
    static final int TRACK_NAME = 2;
    static final int TRACK_PROCESS = 3;
    static final int TRACK_THREAD = 4;
    static final int TRACK_PARENT = 5;
    static final int TRACK_COUNTER = 8;
    static final int TRACK_CHILD_ORDERING = 11;
    static final int TRACK_ORDER_RANK = 12;
    static final int TRACK_DESCRIPTION = 14;
    static final int TRACK_PROCESS_ORDERING = 19;

    static final int PROCESS_PID = 1;
    static final int PROCESS_NAME = 6;

    static final int THREAD_PID = 1;
    static final int THREAD_TID = 2;
    static final int THREAD_NAME = 5;

    static final int COUNTER_UNIT_NAME = 6;
    static final int COUNTER_SHARED_AXIS = 7;

    static final int EVENT_ANNOTATION = 4;
    static final int EVENT_TYPE = 9;
    static final int EVENT_TRACK = 11;
    static final int EVENT_NAME = 23;
    static final int EVENT_COUNT = 30;
    static final int EVENT_VALUE = 44;
    static final int EVENT_FLOW = 47;
    static final int EVENT_FLOW_END = 48;

    static final int ANNOTATION_INT = 4;
    static final int ANNOTATION_TEXT = 6;
    static final int ANNOTATION_NAME = 10;

    static final int TYPE_BEGIN = 1;
    static final int TYPE_END = 2;
    static final int TYPE_INSTANT = 3;
    static final int TYPE_COUNTER = 4;

    static final int ORDER_EXPLICIT = 3;
    static final int PROCESSES_EXPLICIT = 1;

    static final int CLOCK_REALTIME = 1;
    static final int CLOCK_BOOTTIME = 6;

    private TraceField() {
    }
}
