/**
 * Roofs of a machine and what runs reached below them. Entrances: {@link runbench.parser.roofline.Roofs}, what the
 * machine can do at most, and {@link runbench.parser.roofline.RunPoint}, what a run did.
 */
package runbench.parser.roofline;
