package runbench.plotter.render.html;

/**
 * What has a row of its own: a rank or a node.
 *
 * @param name "rank 3"
 * @param detail its host, for example; may be empty
 * @param caveat why its place in time is not known, so that it is drawn greyed; empty where it is known
 */
public record PageLane(String name, String detail, String caveat) {}
