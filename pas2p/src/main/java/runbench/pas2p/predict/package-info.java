package runbench.pas2p.predict;
