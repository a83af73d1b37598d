/**
 * Options that several commands share. {@link runbench.cli.sync.option.ExchangeOptions} reads exchanges.
 */
package runbench.cli.sync.option;
