/**
 * Interactive pages in one self-contained file; {@link runbench.plotter.render.html.HtmlPage} is the entrance and
 * writes a {@link runbench.plotter.render.html.Page} of plain values.
 */
package runbench.plotter.render.html;
