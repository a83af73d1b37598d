/** Runs on many nodes whose truth is known; {@link runbench.cluster.synthetic.MadeUpRun} is the entrance. */
package runbench.cluster.synthetic;
