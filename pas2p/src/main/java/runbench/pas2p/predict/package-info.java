/** Run times predicted from phases and their weights. {@link runbench.pas2p.predict.PredictedTime} is the entrance. */
package runbench.pas2p.predict;
