/**
 * A roofline as a chart, a table and CSV. Entrances: {@link runbench.report.roofline.RooflineChart},
 * {@link runbench.report.roofline.RooflineText}, {@link runbench.report.roofline.RooflineCsv}.
 */
package runbench.report.roofline;
