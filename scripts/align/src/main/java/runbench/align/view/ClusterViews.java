package runbench.align.view;

/**
 * One reading of a run in two sorts of buckets, of which one are several of the other together.
 *
 * @param chart as was asked for
 * @param page in as many as its page can make use of
 */
public record ClusterViews(ClusterView chart, ClusterView page) {}
