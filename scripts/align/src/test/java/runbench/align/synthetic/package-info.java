/** Runs on many nodes whose truth is known; {@link runbench.align.synthetic.MadeUpRun} is the entrance. */
package runbench.align.synthetic;
