package runbench.parser.microarchitecture;

import java.util.Locale;
import runbench.base.json.Fields;

/** The layout of an event code's fields in {@code perf_event_attr.config}. */
public enum CodeLayout {
    /** Layout of Intel and AMD: event in bits 0-7 and 32-35, unit mask 8-15, edge 18, invert 23, counter mask 24-31. */
    X86 {
        @Override
        long place(Fields code) {
            long event = code.number("event");
            return event & 0xff | (event >>> 8) << 32 | code.numberOr("umask", 0) << 8 | code.numberOr("edge", 0) << 18
                    | code.numberOr("inv", 0) << 23 | code.numberOr("cmask", 0) << 24;
        }

        @Override
        boolean matches(Fields code) {
            return code.number("event") <= 0xfff && code.numberOr("umask", 0) <= 0xff && code.numberOr("edge", 0) <= 1
                    && code.numberOr("inv", 0) <= 1 && code.numberOr("cmask", 0) <= 0xff;
        }
    },
    /** Layout of Arm PMUv3: the event's number alone. */
    ARM {
        @Override
        long place(Fields code) {
            return code.number("event");
        }

        @Override
        boolean matches(Fields code) {
            return code.number("event") <= 0xffff && !code.has("umask") && !code.has("cmask");
        }
    },
    /** No codes: the emulated machine, or a processor without a table. */
    NONE {
        @Override
        long place(Fields code) {
            return EventDefinition.NO_CODE;
        }

        @Override
        boolean matches(Fields code) {
            return false;
        }
    };

    /** The bits of an event and its unit mask in the layout of Intel and AMD; Arm's events are within its low half. */
    public static final long EVENT_AND_MASK = 0xf_0000_ffffL;

    abstract long place(Fields code);

    /** Returns whether each field of an event's code fits its bits. */
    abstract boolean matches(Fields code);

    static CodeLayout of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
