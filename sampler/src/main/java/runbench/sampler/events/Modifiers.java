package runbench.sampler.events;

import runbench.base.error.RunbenchException;
import runbench.base.quantity.Printable;
import runbench.sampler.events.select.EventListParser;

/**
 * The modifier letters after an event's last colon, as in perf-list(1).
 *
 * <p>{@code u} user, {@code k} kernel, {@code h} hypervisor (one of the three excludes the others), {@code I} not while
 * idle, {@code G} guests, {@code H} the host, {@code p} (up to three) precise, {@code P} maximum precision of the PMU,
 * {@code D} pinned, {@code e} exclusive. {@code S} and {@code W} apply to groups; see {@link EventListParser}.
 *
 * @param user true if user mode is counted
 * @param kernel true if kernel mode is counted
 * @param hypervisor true if hypervisor mode is counted
 * @param idle true if the event counts while the CPU is idle
 * @param guest true if guests are counted
 * @param host true if the host is counted
 * @param precise precise_ip, or {@link #MAX_PRECISION}
 * @param pinned true if the event always stays on its counter
 * @param exclusive true if the event has the PMU for itself
 * @param explicit true if the user chose u, k or h; otherwise the modes follow this user's permissions
 * @param letters the letters as written, without repetitions
 */
public record Modifiers(boolean user, boolean kernel, boolean hypervisor, boolean idle, boolean guest, boolean host,
        int precise, boolean pinned, boolean exclusive, boolean explicit, String letters) {
    /** No letters: all modes that this user is permitted to count. */
    public static final Modifiers NONE = new Modifiers(true, true, false, true, true, true, 0, false, false, false, "");

    /** Requests the maximum precision; larger than any PMU's precise_ip. */
    static final int MAX_PRECISION = 4;

    private static final String ALL = "ukhIGHpPSDWeb";
    /** The letters that change the counted quantity and are part of an event's name. */
    private static final String IN_NAMES = "ukhIGHpP";

    public static boolean looksLikeModifiers(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> ALL.indexOf(c) >= 0);
    }

    /**
     * Parses modifier letters.
     *
     * @param letters the letters; may be empty
     * @param event the whole event as typed, for the message
     * @return the modifiers
     * @throws RunbenchException exit code 2: a letter is unknown, repeated or not supported
     */
    public static Modifiers parse(String letters, String event) {
        for (int i = 0; i < letters.length(); i++) {
            char c = letters.charAt(i);
            if (ALL.indexOf(c) < 0) {
                throw invalid(event, "modifier '" + Printable.of(String.valueOf(c)) + "' is not known")
                        .remedy("use u (user), k (kernel), h (hypervisor), I (not idle), G (guests), H (host), "
                                + "p (precise, up to ppp), P (most precise), D (pinned), e (exclusive)");
            } else if (c == 'b') {
                throw invalid(event,
                        "modifier b lets several perf stat processes share a counter through BPF and changes no "
                                + "count")
                        .remedy("leave the b out");
            } else if (c != 'p' && letters.indexOf(c) < i) {
                throw invalid(event, "modifier " + c + " is repeated").remedy("write it once");
            }
        }
        long precise = letters.chars().filter(c -> c == 'p').count();
        if (precise > 3) {
            throw invalid(event, "more than three p (precise)");
        }
        boolean explicit = has(letters, 'u') || has(letters, 'k') || has(letters, 'h');
        return new Modifiers(has(letters, 'u') || !explicit, has(letters, 'k') || !explicit, has(letters, 'h'),
                !has(letters, 'I'), has(letters, 'G') || !has(letters, 'H'), has(letters, 'H') || !has(letters, 'G'),
                has(letters, 'P') ? MAX_PRECISION : (int) precise, has(letters, 'D'), has(letters, 'e'), explicit,
                letters);
    }

    private static boolean has(String letters, char letter) {
        return letters.indexOf(letter) >= 0;
    }

    private static RunbenchException invalid(String event, String what) {
        return RunbenchException.badInput("event '" + Printable.of(event) + "': " + what);
    }

    /**
     * Returns these modifiers combined with those of the enclosing group. As in perf, {@code {a:u,b}:k} counts a in
     * both modes.
     */
    public Modifiers within(Modifiers group) {
        StringBuilder both = new StringBuilder(letters);
        for (char c : group.letters.toCharArray()) {
            if (!has(letters, c) || c == 'p' && group.precise > precise) {
                both.append(c);
            }
        }
        String precisely = "p".repeat(Math.max(count(letters), count(group.letters)));
        return parse(both.toString().replace("p", "") + precisely, letters);
    }

    private static int count(String letters) {
        return (int) letters.chars().filter(c -> c == 'p').count();
    }

    /** Returns an event's name with the modes and precision: {@code cycles:u}, {@code cpu/event=0x3c/u}. */
    public String on(String name) {
        StringBuilder shown = new StringBuilder();
        letters.chars().filter(c -> IN_NAMES.indexOf(c) >= 0).forEach(c -> shown.append((char) c));
        return shown.isEmpty() ? name : name + (name.endsWith("/") ? "" : ":") + shown;
    }

    public Modifiers userOnly() {
        return new Modifiers(true, false, false, idle, guest, host, precise, pinned, exclusive, explicit, letters);
    }

    /** Returns the modifiers for one of the two modes. */
    public Modifiers mode(boolean ofUser) {
        return new Modifiers(ofUser, !ofUser, false, idle, guest, host, precise, pinned, exclusive, true, letters);
    }

    /**
     * Replaces a request for maximum precision by the PMU's maximum.
     *
     * @param maximum the PMU's maximum precise_ip
     */
    public Modifiers precise(int maximum) {
        return precise != MAX_PRECISION ? this
                : new Modifiers(user, kernel, hypervisor, idle, guest, host, maximum, pinned, exclusive, explicit,
                        letters);
    }
}
