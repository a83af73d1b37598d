package runbench.sync.convert;

import java.io.IOException;
import runbench.base.quantity.Decimals;
import runbench.base.timeline.PlacedStamp;

/** ReferenceTime stamps as text, gathered into long pieces. */
final class StampText {
    private static final int LONG = 1 << 15;

    private final Appendable out;
    private final StringBuilder text = new StringBuilder(LONG + 1024);

    StampText(Appendable out) {
        this.out = out;
    }

    StringBuilder text() {
        return text;
    }

    /** Reference time, error, earliest, latest and how, with commas between; no error where it is unknown. */
    void put(PlacedStamp at) {
        text.append(at.refNanos()).append(',');
        tenths(at.errStatNanos());
        text.append(',').append(at.earliest()).append(',').append(at.latest()).append(',').append(at.how().word());
    }

    /** A positive number with one decimal, nothing for NaN: a million of them, so without a format. */
    void tenths(double value) {
        long tenths = Decimals.tenths(value);
        if (tenths >= 0) {
            text.append(tenths / 10).append('.').append((char) ('0' + tenths % 10));
        } else {
            text.append(Decimals.oneDecimal(value));
        }
    }

    void flushIfLong() throws IOException {
        if (text.length() >= LONG) {
            flush();
        }
    }

    void flush() throws IOException {
        out.append(text);
        text.setLength(0);
    }
}
