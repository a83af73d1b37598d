package runbench.sampler.events.names;

import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.quantity.Printable;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.machine.Pmu;
import runbench.sampler.events.machine.Pmu.Format;
import runbench.sampler.events.machine.PmuTree;

/** Encodes the terms between slashes ({@code event=0x43,umask=0x01} or a named event) into a PMU's config words. */
public final class PmuEvent {
    /**
     * The encoded terms.
     *
     * @param encoding the PMU's type and config words
     * @param label label of a {@code name=} term, or null
     * @param unit the kernel's unit of a named event, or null
     */
    public record Terms(Encoding encoding, String label, String unit) {}

    private static final Set<String> WORDS = Set.of("config", "config1", "config2");
    private static final Pattern RAW = Pattern.compile("r(?:0[xX])?([0-9a-fA-F]{1,16})");
    /** The further terms of perf record and perf stat, which control sampling and aggregation. */
    private static final Set<String> PERF_TERMS = Set.of("period", "freq", "branch_type", "time", "call-graph",
            "stack-size", "max-stack", "nr", "inherit", "no-inherit", "overwrite", "no-overwrite", "driver-config",
            "percore", "aux-output", "aux-sample-size", "metric-id");

    private final Pmu pmu;
    private final String event;
    private final long[] words = new long[3];
    private final Set<String> valueless = new TreeSet<>();
    private String label;
    private String unit;

    private PmuEvent(Pmu pmu, String event) {
        this.pmu = pmu;
        this.event = event;
    }

    /**
     * Encodes terms.
     *
     * @param pmu the event source
     * @param terms the terms, without slashes and commas
     * @param event the whole event as typed, for messages
     * @throws RunbenchException exit code 2: a term is unknown, or its value is missing or too large
     */
    static Terms encode(Pmu pmu, List<String> terms, String event) {
        PmuEvent e = new PmuEvent(pmu, event);
        terms.forEach(term -> e.add(term, true));
        if (!e.valueless.isEmpty()) {
            throw e.invalid("it needs a value for " + String.join(", ", e.valueless))
                    .remedy("write e.g. " + pmu.name() + "/" + String.join(",", terms) + ","
                            + e.valueless.iterator().next() + "=0/");
        }
        return e.encoded();
    }

    /** Encodes an event that the kernel lists, with 0 for the values that a user has to supply. */
    public static Terms named(Pmu pmu, String name) {
        PmuEvent e = new PmuEvent(pmu, name);
        e.add(name, true);
        return e.encoded();
    }

    private Terms encoded() {
        return new Terms(new Encoding(pmu.type(), words[0], words[1], words[2]), label, unit);
    }

    private void add(String term, boolean namedAllowed) {
        int equals = term.indexOf('=');
        String key = equals < 0 ? term : term.substring(0, equals).strip();
        String value = equals < 0 ? null : term.substring(equals + 1).strip();
        Matcher raw = RAW.matcher(key);
        valueless.remove(key);
        if (key.isEmpty()) {
            throw invalid("a term is missing");
        }
        if (value == null && namedAllowed && pmu.events().containsKey(key)) {
            unit = pmu.units().get(key);
            for (String part : pmu.events().get(key).split(",")) {
                if (part.endsWith("=?")) {
                    valueless.add(part.substring(0, part.length() - 2).strip());
                } else {
                    add(part.strip(), false);
                }
            }
        } else if (key.equals("name") && value != null) {
            label = label(value);
        } else if (WORDS.contains(key)) {
            words[key.length() == 6 ? 0 : key.charAt(6) - '0'] = number(key, value);
        } else if (pmu.formats().containsKey(key)) {
            place(key, pmu.formats().get(key), value == null ? 1 : number(key, value));
        } else if (value == null && raw.matches()) {
            words[0] = Long.parseUnsignedLong(raw.group(1), 16);
        } else {
            throw unknown(key);
        }
    }

    /**
     * Returns a label without its quotes.
     *
     * @param value the label as typed, in quotes if it contains commas or slashes
     */
    static String label(String value) {
        return value.length() > 2 && value.startsWith("'") && value.endsWith("'")
                ? value.substring(1, value.length() - 1)
                : value;
    }

    private RunbenchException unknown(String key) {
        if (PERF_TERMS.contains(key)) {
            return aboutPerf(event, key);
        }
        List<String> known = new ArrayList<>(pmu.formats().keySet());
        known.addAll(pmu.events().keySet());
        known.addAll(new TreeSet<>(WORDS));
        String near = NearestNames.didYouMean(key, known);
        return invalid("PMU " + pmu.name() + " has no term or event '" + Printable.of(key) + "'")
                .remedy((near.isEmpty() ? "" : near + " ") + "terms: " + String.join(", ", pmu.formats().keySet())
                        + (pmu.events().isEmpty() ? ""
                                : "; events: ls " + PmuTree.FOLDER + "/" + pmu.name() + "/events"));
    }

    /** Returns the error for a term that controls perf's sampling or aggregation. */
    static RunbenchException aboutPerf(String event, String key) {
        return RunbenchException
                .badInput(
                        "event '" + Printable.of(event) + "': term '" + Printable.of(key) + "' does not select a count"
                                + (PERF_TERMS.contains(key) ? ", but how perf samples and aggregates" : ""))
                .remedy("leave it out; --period sets the sampling period, --no-inherit excludes children"
                        + (PERF_TERMS.contains(key) ? "" : "; an event of this kind takes name=LABEL only"));
    }

    private void place(String key, Format format, long value) {
        if (!format.accepts(value)) {
            throw invalid("term " + key + " holds at most 0x" + Long.toHexString(format.limit()));
        }
        words[format.word()] = words[format.word()] & ~format.mask() | format.place(value);
    }

    private long number(String key, String value) {
        try {
            if (value == null) {
                throw new NumberFormatException();
            }
            return value.startsWith("0x") || value.startsWith("0X") ? Long.parseUnsignedLong(value.substring(2), 16)
                    : Long.parseUnsignedLong(value);
        } catch (NumberFormatException e) {
            throw invalid("term " + key + " needs a number, decimal or 0x").causedBy(e);
        }
    }

    private RunbenchException invalid(String what) {
        return RunbenchException.badInput("event '" + Printable.of(event) + "': " + what);
    }
}
