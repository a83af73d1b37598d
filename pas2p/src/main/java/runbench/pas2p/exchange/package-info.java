/**
 * Hands what one thread finds in a trace to another thread that goes on with it.
 * {@link runbench.pas2p.exchange.BlockExchange} is the entrance.
 */
package runbench.pas2p.exchange;
