package runbench.sampler.events;

import runbench.parser.RunbenchException;

/**
 * The letters behind an event's last colon, as perf takes them: {@code u} user, {@code k} kernel, {@code h}
 * hypervisor, {@code p} (up to three) precise, {@code D} pinned. As in perf, naming one of u, k, h leaves out the
 * others.
 *
 * @param explicit the user chose u, k or h; without, the selection follows what this user may count
 */
public record Modifiers(boolean user, boolean kernel, boolean hypervisor, int precise, boolean pinned,
                        boolean explicit) {
    /** Everything that this user may count. */
    public static final Modifiers NONE = new Modifiers(true, true, false, 0, false, false);

    /** Letters that perf knows and that change nothing where groups are always read as a whole. */
    private static final String GROUP_READ = "S";

    static boolean looksLikeModifiers(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> "ukhpDS".indexOf(c) >= 0);
    }

    /**
     * @param letters may be empty
     * @param event   the whole event as typed, for the message
     */
    static Modifiers parse(String letters, String event) {
        if (letters.isEmpty()) {
            return NONE;
        }
        boolean user = false;
        boolean kernel = false;
        boolean hypervisor = false;
        boolean pinned = false;
        int precise = 0;
        for (char c : letters.toCharArray()) {
            switch (c) {
                case 'u' -> user = true;
                case 'k' -> kernel = true;
                case 'h' -> hypervisor = true;
                case 'p' -> precise++;
                case 'D' -> pinned = true;
                default -> {
                    if (GROUP_READ.indexOf(c) < 0) {
                        throw RunbenchException.badInput(
                                "event '" + event + "': modifier '" + Printable.of(String.valueOf(c)) + "' is not known")
                                .remedy("use u (user), k (kernel), h (hypervisor), p (precise, up to ppp), D (pinned)");
                    }
                }
            }
        }
        if (precise > 3) {
            throw RunbenchException.badInput("event '" + event + "': at most three p (precise) are possible");
        }
        boolean explicit = user || kernel || hypervisor;
        return new Modifiers(user || !explicit, kernel || !explicit, hypervisor, precise, pinned, explicit);
    }

    /** These modifiers with those of an enclosing group added. */
    Modifiers within(Modifiers group) {
        if (group.equals(NONE)) {
            return this;
        }
        Modifiers scope = explicit ? this : group;
        return new Modifiers(scope.user, scope.kernel, scope.hypervisor, Math.max(precise, group.precise),
                pinned || group.pinned, scope.explicit);
    }

    Modifiers userOnly() {
        return new Modifiers(true, false, false, precise, pinned, explicit);
    }
}
