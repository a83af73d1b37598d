/**
 * Time services of any kind under one bench: errors against a known truth, load, cost.
 * {@link runbench.sync.service.ServiceBench} is the entrance.
 */
package runbench.sync.service;
