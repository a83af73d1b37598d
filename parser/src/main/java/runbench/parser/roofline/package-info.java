/**
 * The roofs of a machine, and the performance of runs relative to them. Entry points:
 * {@link runbench.parser.roofline.Roofs}, the maximum rates of the machine, and
 * {@link runbench.parser.roofline.RunPoint}, the performance of a run.
 */
package runbench.parser.roofline;
