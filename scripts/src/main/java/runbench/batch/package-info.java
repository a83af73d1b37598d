/**
 * Benchmarks one after the other, unattended: planned ({@link runbench.batch.BatchPlanner}), run in processes of their
 * own, logged so that a batch can continue after a crash, summarised. The entrance is
 * {@link runbench.batch.UnattendedBatch}.
 */
package runbench.batch;
