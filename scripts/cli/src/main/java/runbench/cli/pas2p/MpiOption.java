package runbench.cli.pas2p;

import picocli.CommandLine.Option;

/** Which MPI a program uses. */
public final class MpiOption {
    @Option(names = "--mpi", paramLabel = "NAME", defaultValue = "auto", order = 5,
            description = "openmpi, mpich, or auto (from program and launcher; default).")
    private String name;

    /** openmpi, mpich or auto; whatever was typed. */
    public String name() {
        return name;
    }
}
