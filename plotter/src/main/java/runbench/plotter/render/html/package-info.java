/**
 * One interactive page in one file: {@link runbench.plotter.render.html.HtmlPage} writes a
 * {@link runbench.plotter.render.html.Page} of plain values. It opens from a disk, asks no server for anything, and
 * without JavaScript still shows cards, findings, tables and one static overview.
 */
package runbench.plotter.render.html;
