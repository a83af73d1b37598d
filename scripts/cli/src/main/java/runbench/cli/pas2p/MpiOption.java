package runbench.cli.pas2p;

import picocli.CommandLine.Option;

/** The option for the MPI implementation of a program. */
public final class MpiOption {
    @Option(names = "--mpi", paramLabel = "NAME", defaultValue = "auto", order = 5,
            description = "openmpi, mpich, or auto (from program and launcher; default).")
    private String name;

    /** Returns the typed name: openmpi, mpich or auto. */
    public String name() {
        return name;
    }
}
