package runbench.sync.exchange;

/** The place where an exchange was stamped. */
public enum Stamps {
    /** Stamps by the program around its system calls; they include scheduling delays. */
    USER,
    /** Stamps by the kernel at the network driver (SO_TIMESTAMPING, software). */
    KERNEL
}
