package runbench.sampler.events;

import runbench.base.error.RunbenchException;
import runbench.base.quantity.Printable;
import runbench.sampler.events.select.EventListParser;

/**
 * The letters behind an event's last colon, as perf-list(1) gives them: {@code u} user, {@code k} kernel, {@code h}
 * hypervisor - naming one of the three leaves out the others -, {@code I} not while idle, {@code G} guests, {@code H}
 * the host, {@code p} (up to three) precise, {@code P} as precise as the PMU can, {@code D} pinned, {@code e}
 * exclusive. {@code S} and {@code W} are about groups, {@link EventListParser}.
 *
 * @param idle counted while the CPU is idle
 * @param precise precise_ip, or {@link #MOST_PRECISE}
 * @param explicit the user chose u, k or h; without, the selection follows what this user may count
 * @param letters as written, without repetitions
 */
public record Modifiers(boolean user, boolean kernel, boolean hypervisor, boolean idle, boolean guest, boolean host,
        int precise, boolean pinned, boolean exclusive, boolean explicit, String letters) {
    /** Everything that this user may count. */
    public static final Modifiers NONE = new Modifiers(true, true, false, true, true, true, 0, false, false, false, "");

    /** More than any PMU can. */
    static final int MOST_PRECISE = 4;

    private static final String ALL = "ukhIGHpPSDWeb";
    /** What is counted, and so part of an event's name; the others say how. */
    private static final String IN_NAMES = "ukhIGHpP";

    public static boolean looksLikeModifiers(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> ALL.indexOf(c) >= 0);
    }

    /**
     * @param letters may be empty
     * @param event the whole event as typed, for the message
     */
    public static Modifiers parse(String letters, String event) {
        for (int i = 0; i < letters.length(); i++) {
            char c = letters.charAt(i);
            if (ALL.indexOf(c) < 0) {
                throw wrong(event, "modifier '" + Printable.of(String.valueOf(c)) + "' is not known")
                        .remedy("use u (user), k (kernel), h (hypervisor), I (not idle), G (guests), H (host), "
                                + "p (precise, up to ppp), P (most precise), D (pinned), e (exclusive)");
            } else if (c == 'b') {
                throw wrong(event,
                        "modifier b makes several perf stat share a counter through BPF, which changes no count")
                        .remedy("leave the b out");
            } else if (c != 'p' && letters.indexOf(c) < i) {
                throw wrong(event, "modifier " + c + " stands there twice").remedy("write it once");
            }
        }
        long precise = letters.chars().filter(c -> c == 'p').count();
        if (precise > 3) {
            throw wrong(event, "at most three p (precise) are possible");
        }
        boolean explicit = has(letters, 'u') || has(letters, 'k') || has(letters, 'h');
        return new Modifiers(has(letters, 'u') || !explicit, has(letters, 'k') || !explicit, has(letters, 'h'),
                !has(letters, 'I'), has(letters, 'G') || !has(letters, 'H'), has(letters, 'H') || !has(letters, 'G'),
                has(letters, 'P') ? MOST_PRECISE : (int) precise, has(letters, 'D'), has(letters, 'e'), explicit,
                letters);
    }

    private static boolean has(String letters, char letter) {
        return letters.indexOf(letter) >= 0;
    }

    private static RunbenchException wrong(String event, String what) {
        return RunbenchException.badInput("event '" + Printable.of(event) + "': " + what);
    }

    /** These modifiers with those of an enclosing group added: {@code {a:u,b}:k} counts a in both modes, as in perf. */
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

    /** An event's name with what is counted of it: {@code cycles:u}, {@code cpu/event=0x3c/u}. */
    public String on(String name) {
        StringBuilder shown = new StringBuilder();
        letters.chars().filter(c -> IN_NAMES.indexOf(c) >= 0).forEach(c -> shown.append((char) c));
        return shown.isEmpty() ? name : name + (name.endsWith("/") ? "" : ":") + shown;
    }

    public Modifiers userOnly() {
        return new Modifiers(true, false, false, idle, guest, host, precise, pinned, exclusive, explicit, letters);
    }

    /** One mode of what counts both, chosen by the user. */
    public Modifiers mode(boolean ofUser) {
        return new Modifiers(ofUser, !ofUser, false, idle, guest, host, precise, pinned, exclusive, true, letters);
    }

    /** @param most what the PMU can */
    public Modifiers precise(int most) {
        return precise != MOST_PRECISE ? this
                : new Modifiers(user, kernel, hypervisor, idle, guest, host, most, pinned, exclusive, explicit,
                        letters);
    }
}
