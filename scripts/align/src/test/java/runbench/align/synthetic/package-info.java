/** Synthetic runs on many nodes with known clocks. Entrance: {@link runbench.align.synthetic.MadeUpRun}. */
package runbench.align.synthetic;
