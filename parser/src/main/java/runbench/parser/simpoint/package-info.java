/**
 * Which intervals of an emulated run stand for the whole: vectors of basic blocks, their clusters, and estimates from a
 * few intervals. Entrances: {@link runbench.parser.simpoint.VectorFolder}, which makes what the emulator wrote into
 * SimPoint's files, and {@link runbench.parser.simpoint.IntervalAnalysis}, which makes an
 * {@link runbench.parser.simpoint.IntervalReport} of them; {@link runbench.parser.simpoint.PlacedIntervals} places
 * these along the run.
 */
package runbench.parser.simpoint;
