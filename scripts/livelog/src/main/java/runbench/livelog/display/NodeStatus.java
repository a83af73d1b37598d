package runbench.livelog.display;

/**
 * A node of a log, as displays show it.
 *
 * @param node its name
 * @param exit of its server; null: none yet
 * @param errorNanos by how much the time given to an event of now can be wrong at most; NaN: not known
 * @param errStatNanos its standard error; NaN: not known
 * @param offsetNanos how far its wall clock is ahead of the reference's; NaN: not known
 * @param how how its clock is known now ({@link runbench.base.timeline.ReferenceTime.How}), or empty
 * @param windows in which its clock was measured
 * @param events that came
 * @param late of these, behind ones that come after them
 * @param lost that its programs had no room for; nothing is lost on the way
 * @param note what else a person should know, or empty
 */
public record NodeStatus(String node, LogState state, Integer exit, double errorNanos, double errStatNanos,
        double offsetNanos, String how, int windows, long events, long late, long lost, String note) {
    /** Of whom nothing is known but that there are events. */
    public static NodeStatus named(String node, LogState state) {
        return new NodeStatus(node, state, null, Double.NaN, Double.NaN, Double.NaN, "", 0, 0, 0, 0, "");
    }
}
