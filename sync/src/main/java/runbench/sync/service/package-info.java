/**
 * Time services of any kind under one benchmark: errors against a known truth, load, overhead.
 * {@link runbench.sync.service.ServiceBench} is the entrance.
 */
package runbench.sync.service;
