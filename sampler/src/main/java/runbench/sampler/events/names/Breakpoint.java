package runbench.sampler.events.names;

import runbench.base.error.RunbenchException;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.quantity.Printable;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.Encoding.PerfType;
import runbench.sampler.events.Event.Source;

/** Parses breakpoint events, {@code mem:ADDR[/LENGTH][:rwx][:modifiers]}: a debug register on one address. */
final class Breakpoint {
    private static final Pattern FORM = Pattern
            .compile("mem:(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,19})(?:/([0-9]{1,3}))?(?::([rwx]{1,3}))?(?::([a-zA-Z]+))?");
    /** HW_BREAKPOINT_R, _W and _X of linux/hw_breakpoint.h. */
    private static final int READ = 1;
    private static final int WRITE = 2;
    private static final int EXECUTE = 4;

    private Breakpoint() {
    }

    static Resolved parse(String word) {
        Matcher m = FORM.matcher(word);
        if (!m.matches()) {
            throw RunbenchException.badInput("event '" + Printable.of(word) + "' is not a breakpoint")
                    .remedy("write mem:ADDRESS[/LENGTH][:rwx][:modifiers], e.g. mem:0x601040/8:w");
        }
        long address = m.group(1).startsWith("0x") || m.group(1).startsWith("0X")
                ? Long.parseUnsignedLong(m.group(1).substring(2), 16)
                : Long.parseUnsignedLong(m.group(1));
        String access = m.group(3) == null ? "rw" : m.group(3);
        int type = (access.indexOf('r') >= 0 ? READ : 0) | (access.indexOf('w') >= 0 ? WRITE : 0)
                | (access.indexOf('x') >= 0 ? EXECUTE : 0);
        if ((type & EXECUTE) != 0 && type != EXECUTE) {
            throw RunbenchException.badInput("event '" + word + "': x (execute) cannot be combined with r or w")
                    .remedy("count them as two events: mem:" + m.group(1) + ":x,mem:" + m.group(1) + ":rw");
        }
        int length = m.group(2) == null ? (type == EXECUTE ? Long.BYTES : Integer.BYTES) : Integer.parseInt(m.group(2));
        if (length != 1 && length != 2 && length != 4 && length != 8) {
            throw RunbenchException
                    .badInput("event '" + word + "': a breakpoint is 1, 2, 4 or 8 bytes long, not " + length);
        }
        String letters = m.group(4) == null ? "" : m.group(4);
        String name = letters.isEmpty() ? word : word.substring(0, m.start(4) - 1);
        return Resolved
                .event(new Event(name, Source.BREAKPOINT, "hits",
                        "accesses (" + access + ") to the " + length + " bytes at 0x" + Long.toHexString(address),
                        new Encoding(PerfType.BREAKPOINT, type, address, length), Modifiers.NONE, 0))
                .with(Modifiers.parse(letters, word));
    }
}
