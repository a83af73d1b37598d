/** Measures a machine's roofs and places runs below them. Entrance: {@link runbench.measure.roofline.RooflineStudy}. */
package runbench.measure.roofline;
