/**
 * The intervals that represent an emulated run: vectors of basic blocks, their clusters, and estimates from a few
 * intervals. Entry points: {@link runbench.parser.simpoint.VectorFolder} converts the emulator's files to SimPoint's
 * format. {@link runbench.parser.simpoint.IntervalAnalysis} computes an {@link runbench.parser.simpoint.IntervalReport}
 * from them. {@link runbench.parser.simpoint.PlacedIntervals} determines the positions of the intervals along the run.
 */
package runbench.parser.simpoint;
