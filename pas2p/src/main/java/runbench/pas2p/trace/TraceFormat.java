package runbench.pas2p.trace;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import runbench.base.container.ContainerFormat;
import runbench.base.container.ContainerFormat.EndFields;
import runbench.base.container.ContainerFormat.Field;
import runbench.base.container.ContainerFormat.SealFields;

/** Constants of the message trace of one rank; the single source is native/include/runbench/mpitrace.h. */
public final class TraceFormat {
    public static final String MAGIC = "RUNBMPI\n";
    public static final int VERSION = 2;
    private static final int OLDEST_VERSION = 1;
    private static final int CUTS_VERSION = 1;
    public static final int RECORD_BYTES = 64;
    public static final int SEAL_RECORDS = 1023;
    public static final int COUNTS = 6;

    public static final int SEND = 1;
    public static final int RECV = 2;
    public static final int COLL = 3;
    public static final int COLL_START = 4;
    public static final int COMM = 5;
    public static final int INIT = 6;
    public static final int FINALIZE = 7;
    public static final int COUNTERS = 8;
    public static final int SITE = 9;
    public static final int SEAL = 11;
    public static final int END = 12;

    public static final int FLAG_NONBLOCKING = 1;
    public static final int FLAG_PERSISTENT = 1 << 1;
    public static final int FLAG_ANY_SOURCE = 1 << 2;
    public static final int FLAG_ANY_TAG = 1 << 3;
    public static final int FLAG_INTERCOMM = 1 << 4;
    public static final int FLAG_CPU_INEXACT = 1 << 5;
    public static final int FLAG_LAST = 1 << 6;

    static final int AT_KIND = 0;
    static final int AT_OP = 1;
    static final int AT_FLAGS = 2;
    static final int AT_PEER = 4;
    static final int AT_TAG = 8;
    static final int AT_COMM = 12;
    /** Size in the lower bits, number of the call's site in the upper ones. */
    static final int AT_BYTES = 16;
    static final int SITE_SHIFT = 48;
    static final long SIZE_MASK = (1L << SITE_SHIFT) - 1;
    static final int AT_SITE_NUMBER = 4;
    static final int AT_SITE_ADDRESS = 8;
    static final int AT_SITE_MODULE = 16;
    static final int AT_T0 = 24;
    static final int AT_T1 = 32;
    static final int AT_COMPUTE = 40;
    static final int AT_MPI = 48;
    static final int AT_POST = 56;
    static final int AT_NUMBER = 60;

    static final int FIRST_COUNT = 16;

    static final int HEADER_RECORD_BYTES = 16;
    static final int HEADER_RANK = 20;
    static final int HEADER_RANKS = 24;

    /** Upper limit of the number of ranks; only a damaged header exceeds it. */
    private static final int MAX_RANKS = 1 << 24;

    /**
     * The format of traces. Events are numbered, so those of a killed rank are used while their numbers are consistent.
     */
    static final ContainerFormat CONTAINER = container("message trace", MAGIC, VERSION, OLDEST_VERSION,
            "trace the program again (runbench pas2p trace), or analyse the other ranks by moving this file away");
    /** The format of cut files: the same records, but only those at the cuts of a signature. */
    static final ContainerFormat CUTS = container("file of cuts", "RUNBCUT\n", CUTS_VERSION, CUTS_VERSION,
            "measure the signature again (runbench pas2p signature run)");

    static final String FILE_PREFIX = "rank-";
    static final String FILE_SUFFIX = ".mpit";

    private TraceFormat() {
    }

    private static ContainerFormat container(String noun, String magic, int version, int oldestVersion, String remedy) {
        return new ContainerFormat(noun, magic, version, oldestVersion, Field.u32(28), Field.u32(32), SITE, true,
                new SealFields(SEAL, Field.u32(4), Field.u64(16), Field.u32(8), Field.u32(12)),
                new EndFields(END, Field.u64(AT_BYTES), Field.u32(AT_COMM)), TraceFormat::contradiction, remedy);
    }

    private static String contradiction(ByteBuffer header) {
        int recordBytes = header.getInt(HEADER_RECORD_BYTES);
        int rank = header.getInt(HEADER_RANK);
        int ranks = header.getInt(HEADER_RANKS);
        return recordBytes == RECORD_BYTES && ranks > 0 && ranks <= MAX_RANKS && rank >= 0 && rank < ranks ? null
                : "records of " + recordBytes + " bytes of rank " + rank + " of " + ranks + "; expected records of "
                        + RECORD_BYTES + " bytes and a rank below the number of ranks, at most " + MAX_RANKS;
    }

    /** Returns the file of {@code rank} in the directory of a run. */
    public static Path fileOf(Path directory, int rank) {
        return fileOf(directory, rank, 0);
    }

    /** Returns the file of one of the rank's threads; 0 is the one that called MPI_Init. */
    public static Path fileOf(Path directory, int rank, int thread) {
        return directory.resolve(String.format("%s%05d%s%s", FILE_PREFIX, rank,
                thread == 0 ? "" : String.format("-thread-%03d", thread), FILE_SUFFIX));
    }
}
