/** Roofline measurement and placement of runs. Entrance: {@link runbench.measure.roofline.RooflineStudy}. */
package runbench.measure.roofline;
