/** Charts of rates over a run, composed of figures and their panels. {@link runbench.plotter.RunChart} is the entrance. */
package runbench.plotter;
