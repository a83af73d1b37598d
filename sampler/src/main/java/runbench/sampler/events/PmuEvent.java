package runbench.sampler.events;

import runbench.parser.NearestNames;
import runbench.parser.RunbenchException;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Terms between slashes, {@code event=0x43,umask=0x01} or a named event, put into a PMU's configuration words. */
final class PmuEvent {
    /**
     * @param label from a {@code name=} term; null without
     * @param unit  the kernel's unit for a named event; null without
     */
    record Terms(Encoding encoding, String label, String unit) {
    }

    private static final Set<String> WORDS = Set.of("config", "config1", "config2");

    private final Pmu pmu;
    private final String event;
    private final long[] words = new long[3];
    private String label;
    private String unit;

    private PmuEvent(Pmu pmu, String event) {
        this.pmu = pmu;
        this.event = event;
    }

    /** @param event the whole event as typed, for messages */
    static Terms encode(Pmu pmu, String terms, String event) {
        PmuEvent e = new PmuEvent(pmu, event);
        for (String term : terms.split(",", -1)) {
            e.add(term.strip(), true);
        }
        return new Terms(new Encoding(pmu.type(), e.words[0], e.words[1], e.words[2]), e.label, e.unit);
    }

    private void add(String term, boolean namedAllowed) {
        int equals = term.indexOf('=');
        String key = equals < 0 ? term : term.substring(0, equals).strip();
        String value = equals < 0 ? null : term.substring(equals + 1).strip();
        if (key.isEmpty()) {
            throw wrong("a term is missing");
        }
        if (value == null && namedAllowed && pmu.events().containsKey(key)) {
            unit = pmu.units().get(key);
            for (String part : pmu.events().get(key).split(",")) {
                if (part.endsWith("=?")) {
                    continue; // the user has to give this one; checked by the kernel's own refusal otherwise
                }
                add(part.strip(), false);
            }
        } else if (key.equals("name") && value != null) {
            label = value;
        } else if (WORDS.contains(key)) {
            words[key.length() == 6 ? 0 : key.charAt(6) - '0'] = number(key, value);
        } else if (pmu.formats().containsKey(key)) {
            place(key, pmu.formats().get(key), value == null ? 1 : number(key, value));
        } else {
            List<String> known = new ArrayList<>(pmu.formats().keySet());
            known.addAll(pmu.events().keySet());
            known.addAll(new TreeSet<>(WORDS));
            String near = NearestNames.didYouMean(key, known);
            throw wrong("PMU " + pmu.name() + " has no term or event '" + Printable.of(key) + "'")
                    .remedy((near.isEmpty() ? "" : near + " ") + "terms: " + String.join(", ", pmu.formats().keySet())
                            + (pmu.events().isEmpty() ? "" : "; events: ls " + PmuTree.FOLDER + "/" + pmu.name() + "/events"));
        }
    }

    private void place(String key, PmuFormat format, long value) {
        if (!format.holds(value)) {
            throw wrong("term " + key + " holds at most 0x" + Long.toHexString(format.limit()));
        }
        words[format.word()] = words[format.word()] & ~format.mask() | format.place(value);
    }

    private long number(String key, String value) {
        try {
            if (value == null) {
                throw new NumberFormatException();
            }
            return value.startsWith("0x") || value.startsWith("0X")
                    ? Long.parseUnsignedLong(value.substring(2), 16) : Long.parseUnsignedLong(value);
        } catch (NumberFormatException e) {
            throw wrong("term " + key + " needs a number, decimal or 0x").causedBy(e);
        }
    }

    private RunbenchException wrong(String what) {
        return RunbenchException.badInput("event '" + Printable.of(event) + "': " + what);
    }
}
