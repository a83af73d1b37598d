/**
 * The evaluation of the PAS2P thesis (chapter 6): logical orders and methods of searching for phases, compared on
 * several programs and numbers of processes. {@link runbench.pas2p.evaluate.Evaluation} is the entrance.
 */
package runbench.pas2p.evaluate;
