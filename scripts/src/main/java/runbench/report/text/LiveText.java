package runbench.report.text;

import runbench.base.quantity.Units;
import runbench.sync.live.LiveEvent;

/** Events of a live log for a person: a line each, times since the first that was shown. */
public final class LiveText {
    private boolean started;
    private long first;

    /** Without its end. */
    public String line(LiveEvent e) {
        first = started ? first : e.shownNanos();
        started = true;
        StringBuilder line = new StringBuilder();
        double error = Math.max(-e.at().loNanos(), e.at().hiNanos());
        String errorText = error == 0 ? "" : Double.isFinite(error) ? "±" + Units.nanos(error) : "± ?";
        line.append(String.format("%14.9f %-10s  %-16s %7d  %-7s %s", (e.shownNanos() - first) / 1e9, errorText, e.node(), e.tid(), e.what().word(),
                e.type().name()));
        if (e.id() != 0) {
            line.append(" #").append(Long.toUnsignedString(e.id()));
        }
        if (!e.comment().isEmpty()) {
            line.append("  ").append(e.comment().replaceAll("\\p{Cntrl}", " "));
        }
        if (e.shiftNanos() != 0) {
            line.append("  (moved by ").append(Units.nanos(e.shiftNanos())).append(')');
        }
        return line.append(e.late() ? "  LATE" : "").toString();
    }
}
