package runbench.sampler.run;

/** A signal that {@link Sampling#stop} sends to the benchmark and all its children. */
public enum Signal {
    INT(2), TERM(15), KILL(9);

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
