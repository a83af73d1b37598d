package runbench.align.view;

/**
 * One reading of a run in two bucket widths, one a multiple of the other.
 *
 * @param chart buckets as requested for the chart
 * @param page buckets for the interactive page
 */
public record ClusterViews(ClusterView chart, ClusterView page) {}
