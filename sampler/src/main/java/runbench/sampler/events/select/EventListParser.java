package runbench.sampler.events.select;

import runbench.base.error.RunbenchException;

import java.util.ArrayList;
import java.util.List;
import runbench.base.quantity.Printable;

/**
 * Splits an event list into groups and words: {@code cycles,{a,b}:u,cpu/event=0x43,umask=1/}. The parser handles
 * punctuation only; {@link EventResolver} resolves the words.
 */
public final class EventListParser {
    /**
     * Events that are counted together.
     *
     * @param words the events
     * @param braced true if the group was written in braces and is counted over the same time
     * @param letters modifiers after the closing brace
     */
    record Group(List<String> words, boolean braced, String letters) {
        /** Returns true if the group is never split; perf's modifier W makes it a weak group. */
        boolean firm() {
            return braced && letters.indexOf('W') < 0;
        }
    }

    private static final int MAX_EVENTS = 256;

    private final String text;
    private int at;

    private EventListParser(String text) {
        this.text = text;
    }

    static List<Group> parse(String text) {
        List<Group> groups = new EventListParser(text).list();
        if (groups.stream().mapToInt(g -> g.words().size()).sum() > MAX_EVENTS) {
            throw RunbenchException.badInput("event list has more than " + MAX_EVENTS + " events");
        }
        return groups;
    }

    private List<Group> list() {
        List<Group> groups = new ArrayList<>();
        do {
            skipBlanks();
            boolean brace = at < text.length() && text.charAt(at) == '{';
            String word = brace ? "" : word();
            // As in perf, a word directly before a brace is the group's name. It is ignored.
            if (at < text.length() && text.charAt(at) == '{') {
                groups.add(braced());
            } else {
                groups.add(new Group(List.of(word), false, ""));
            }
            skipBlanks();
        } while (comma());
        if (at < text.length()) {
            throw invalid("'" + Printable.of(text.substring(at, at + 1)) + "' does not belong here");
        }
        return groups;
    }

    private Group braced() {
        at++;
        List<String> words = new ArrayList<>();
        do {
            words.add(word());
            skipBlanks();
        } while (comma());
        if (at >= text.length() || text.charAt(at) != '}') {
            throw invalid("'{' is not closed by '}'");
        }
        at++;
        String letters = "";
        if (at < text.length() && text.charAt(at) == ':') {
            int from = ++at;
            while (at < text.length() && Character.isLetter(text.charAt(at))) {
                at++;
            }
            letters = text.substring(from, at);
        }
        return new Group(words, true, letters);
    }

    /**
     * Reads one word. Commas between the slashes of {@code pmu/term,term/} belong to it; a breakpoint has one slash.
     */
    private String word() {
        skipBlanks();
        int from = at;
        boolean breakpoint = text.startsWith("mem:", at);
        boolean slashed = false;
        boolean quoted = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\'' && slashed) {
                quoted = !quoted;
            } else if (quoted) {
                // name='any,thing/at all'
            } else if (c == '/' && !breakpoint) {
                slashed = !slashed;
            } else if (!slashed && (c == ',' || c == '}' || c == '{')) {
                break;
            }
            at++;
        }
        String word = text.substring(from, at).strip();
        if (slashed) {
            throw invalid("'" + Printable.of(word) + "' lacks its closing '/'");
        }
        if (word.isEmpty()) {
            throw invalid("an event name is missing");
        }
        return word;
    }

    private boolean comma() {
        if (at < text.length() && text.charAt(at) == ',') {
            at++;
            return true;
        }
        return false;
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private RunbenchException invalid(String what) {
        return RunbenchException
                .badInput("event list '" + Printable.of(text) + "', character " + (at + 1) + ": " + what)
                .remedy("write events with commas between them, e.g. --events "
                        + "cycles,page-faults,{instructions,L1-dcache-loads}");
    }
}
