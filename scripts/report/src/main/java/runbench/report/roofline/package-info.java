/** Rooflines as a chart, text and CSV. The entrance is {@link runbench.report.roofline.RooflineChart}. */
package runbench.report.roofline;
