/**
 * Prediction of run times from signatures measured elsewhere. {@link runbench.pas2p.predict.Prediction} is the
 * entrance, {@link runbench.pas2p.predict.PredictedTime} the thesis's equation.
 */
package runbench.pas2p.predict;
