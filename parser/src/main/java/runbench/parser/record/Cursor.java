package runbench.parser.record;

import java.nio.charset.StandardCharsets;
import runbench.base.container.ContainerCursor;
import runbench.base.container.RecordWindows;

/**
 * Looks at one record of a recording after the other without making an object of any. One cursor serves one thread;
 * a recording gives out as many as wanted.
 */
public final class Cursor extends ContainerCursor {
    Cursor(RecordWindows records, long count) {
        super(records, count);
    }

    /** One of {@link Kind}. */
    @Override
    public int kind() {
        return window.get(position + Layout.KIND);
    }

    public int group() {
        return window.get(position + Layout.GROUP) & 0xff;
    }

    /** Bits of {@link Flag}. */
    public int flags() {
        return window.getShort(position + Layout.FLAGS) & 0xffff;
    }

    /** CPU number or {@link Kind#ALL_CPUS}. */
    public int cpu() {
        return window.getInt(position + Layout.CPU);
    }

    /** Serial number of the task in this recording, or {@link Kind#ALL_TASKS}. */
    public int task() {
        return window.getInt(position + Layout.TASK);
    }

    public int tid() {
        return window.getInt(position + Layout.TID);
    }

    /** CLOCK_MONOTONIC, ns. */
    public long wallNanos() {
        return window.getLong(position + Layout.WALL);
    }

    /** Time that the task ran on this CPU, ns, cumulative. */
    public long runNanos() {
        return window.getLong(position + Layout.RUN);
    }

    public long enabledNanos() {
        return window.getLong(position + Layout.ENABLED);
    }

    public long runningNanos() {
        return window.getLong(position + Layout.RUNNING);
    }

    public long aux() {
        return window.getLong(position + Layout.AUX);
    }

    /** Cumulative count of the {@code i}-th event of the group. */
    public long value(int i) {
        return window.getLong(position + Layout.VALUE + 8 * i);
    }

    /** Thread group of a {@link Kind#TASK}. */
    public int pid() {
        return window.getInt(position + Layout.TASK_PID);
    }

    /** Parent of a {@link Kind#TASK}, or {@link Kind#ALL_TASKS} for the first. */
    public int parentTask() {
        return window.getInt(position + Layout.TASK_PARENT);
    }

    /** Name in a {@link Kind#COMM}. */
    public String name() {
        byte[] bytes = new byte[Layout.COMM_NAME_BYTES];
        window.get(position + Layout.COMM_NAME, bytes);
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
