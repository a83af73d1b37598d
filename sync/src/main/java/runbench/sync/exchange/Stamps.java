package runbench.sync.exchange;

/** Where in the machine an exchange was stamped. */
public enum Stamps {
    /** By the program, around its system calls: includes the scheduler's whims. */
    USER,
    /** By the kernel, beside the network driver (SO_TIMESTAMPING, software). */
    KERNEL
}
