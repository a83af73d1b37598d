/*
 * mpitrace.h - the layout of a rank's message trace (rank-00000.mpit).
 *
 * This header is the single source of the format. runbench.pas2p.trace is its Java reader and writer; a golden file and
 * the assertions below verify that both agree. native/mpitrace/README.md describes the format for other languages.
 *
 *   rb_mpi_header | JSON metadata, padded with spaces | record record record ... | JSON trailer
 *
 * All numbers are little endian. Every record has 64 bytes: the file is one array from header_bytes on. A run of a parallel
 * program is a directory with one such file per rank of MPI_COMM_WORLD. Under MPI_THREAD_MULTIPLE each further thread that
 * calls MPI has its own file (rank-00000-thread-001.mpit, "thread" in its metadata). The file of a thread is a sequence;
 * only messages and collectives order the files of one rank. Events have serial numbers per thread, postings per rank, and
 * collectives per communicator. A thread's INIT is its first call.
 *
 * The writer maps the file: written records survive the end of their process (kill -9). The kind of a record is stored
 * last, so that a record is complete if its kind is not 0. The first record of kind 0 ends a file that was not closed.
 * RB_MPI_SEAL records contain the CRC32C of the records since the previous seal.
 *
 * Version 2 added call sites: the upper bits of "bytes", RB_MPI_SITE records, and "modules" and "sites" in the JSON.
 * Version 1 has no RB_MPI_SITE records, and its sites are 0.
 *
 * Time: t0_ns, t1_ns are CLOCK_MONOTONIC of the rank's node; the metadata contain its offset to CLOCK_REALTIME.
 */
#ifndef RUNBENCH_MPITRACE_H
#define RUNBENCH_MPITRACE_H

#include <stddef.h>
#include <stdint.h>

#define RB_MPI_MAGIC "RUNBMPI\n"
#define RB_MPI_CUTS_MAGIC "RUNBCUT\n" /* of rank-00000.cuts: INIT, the events at the cuts of a signature, FINALIZE */
#define RB_MPI_VERSION 2
#define RB_MPI_CUTS_VERSION 1
#define RB_MPI_SEAL_RECORDS 1023 /* a seal follows this many records: 64 KiB with the seal */
#define RB_MPI_COUNTS 6          /* values that one RB_MPI_COUNTERS record holds */

struct rb_mpi_header {
	char     magic[8];
	uint32_t version;
	uint32_t header_bytes;  /* offset of the first record: this struct, the JSON, padding; a multiple of 64 */
	uint32_t record_bytes;  /* 64 */
	uint32_t rank;          /* in MPI_COMM_WORLD */
	uint32_t ranks;         /* size of MPI_COMM_WORLD */
	uint32_t json_bytes;
	uint32_t json_crc32c;
	uint8_t  reserved[24];  /* 0 */
	uint32_t header_crc32c; /* of the 60 bytes before it */
};

enum rb_mpi_kind {
	RB_MPI_SEND       = 1,  /* a sent message, at the call that started it */
	RB_MPI_RECV       = 2,  /* a received message, at the call that completed the receive */
	RB_MPI_COLL       = 3,  /* a collective operation; with RB_MPI_F_NONBLOCKING only the call that completed one */
	RB_MPI_COLL_START = 4,  /* the start of a non-blocking collective: the event; its RB_MPI_COLL has the same post */
	RB_MPI_COMM       = 5,  /* a new communicator: see struct rb_mpi_comm */
	RB_MPI_INIT       = 6,  /* MPI_Init: t0 entry, t1 exit; the run begins at t1 */
	RB_MPI_FINALIZE   = 7,  /* MPI_Finalize was entered at t0 (= t1): the run ends here */
	RB_MPI_COUNTERS   = 8,  /* hardware or software counts up to the record that follows: see struct rb_mpi_counts */
	RB_MPI_SITE       = 9,  /* a place in the program that calls MPI, before its first use: see struct rb_mpi_site */
	RB_MPI_SEAL       = 11, /* see struct rb_mpi_seal */
	RB_MPI_END        = 12, /* bytes = size of the JSON trailer, comm = its CRC32C, t0 = t1 = when it was written */
};

#define RB_MPI_SITE_SHIFT 48
#define RB_MPI_SIZE(bytes) ((bytes) & ((1ull << RB_MPI_SITE_SHIFT) - 1))
#define RB_MPI_MAX_SITES 65535

enum rb_mpi_flag {
	RB_MPI_F_NONBLOCKING = 1 << 0, /* the call did not wait for the operation (SEND: MPI_Isend; RECV: completed later) */
	RB_MPI_F_PERSISTENT  = 1 << 1, /* started by MPI_Start(all) */
	RB_MPI_F_ANY_SOURCE  = 1 << 2, /* posted with MPI_ANY_SOURCE; peer is the actual one */
	RB_MPI_F_ANY_TAG     = 1 << 3, /* posted with MPI_ANY_TAG; tag is the actual one */
	RB_MPI_F_INTERCOMM   = 1 << 4, /* on an inter-communicator: peer and root are of the remote group */
	/* compute_ns assumes that the previous, short call was busy throughout, or the short section after it */
	RB_MPI_F_CPU_INEXACT = 1 << 5,
	RB_MPI_F_LAST        = 1 << 6, /* FINALIZE: by MPI_Abort or exit without MPI_Finalize */
};

/* One event. Fields that a kind does not use are 0, peers that do not exist -1. */
struct rb_mpi_record {
	uint8_t  kind;
	uint8_t  op;         /* the call: enum rb_mpi_op */
	uint16_t flags;
	int32_t  peer;       /* rank in MPI_COMM_WORLD: destination, source, root; -1 none */
	int32_t  tag;
	uint32_t comm;       /* identity of the communicator, the same on all its members */
	uint64_t bytes;      /* lower 48 bits: size of the message; collective: what this rank contributes (or receives, if
	                      * nothing). Upper 16 bits: number of the call's RB_MPI_SITE in this file; 0: not known */
	uint64_t t0_ns;      /* entry of the call */
	uint64_t t1_ns;      /* exit of the call */
	uint64_t compute_ns; /* CPU time of the process (MPI_THREAD_MULTIPLE: of the thread) outside traced MPI calls up to t0 */
	uint64_t mpi_ns;     /* wall time inside traced MPI calls from the end of MPI_Init to t0 */
	uint32_t post;       /* RECV: serial number of its posting; COLL(_START): serial number on the communicator */
	uint32_t number;     /* SEND, COLL (blocking), COLL_START: serial number of the event from 1; others: of the latest one */
};

struct rb_mpi_comm {
	uint8_t  kind, op;
	uint16_t flags;      /* RB_MPI_F_INTERCOMM */
	int32_t  size;       /* members; of an inter-communicator: both groups */
	int32_t  rank;       /* this rank's rank in it */
	uint32_t comm;
	uint64_t group;      /* hash of the members' world ranks in order: equal for duplicates */
	uint64_t t0_ns, t1_ns, compute_ns, mpi_ns;
	uint32_t creation;   /* for a communicator of an untraced call: number of earlier ones with these members */
	uint32_t number;
};

/* A call site. Its modules are in the metadata ("modules": path, bias and address range of each loaded file, from number 1
 * on). The trailer repeats them with those loaded later, and has the calls and the time of each site ("sites"). */
struct rb_mpi_site {
	uint8_t  kind, op;   /* op: the MPI function that the site calls */
	uint16_t flags;
	int32_t  site;       /* from 1 */
	uint64_t address;    /* return address of the call */
	uint32_t module;     /* its number; UINT32_MAX: in no loaded file; 0: not recorded (older traces) */
	uint32_t reserved_module;
	uint64_t reserved[4];
	uint32_t post, number;
};

struct rb_mpi_counts {
	uint8_t  kind, values;
	uint16_t flags;
	uint32_t reserved;
	uint64_t running_ns;           /* of the group, outside MPI; less than enabled_ns when multiplexed */
	uint64_t value[RB_MPI_COUNTS]; /* cumulative, outside traced MPI calls, in the order of the metadata's "events" */
};

struct rb_mpi_seal {
	uint8_t  kind, op;
	uint16_t flags;
	uint32_t records;     /* number of covered records */
	uint32_t crc32c;      /* of those records' bytes */
	uint32_t self_crc32c; /* of this record with this field 0 */
	uint64_t sequence;    /* of this seal, from 0 */
	uint64_t reserved[5];
};

/* The traced calls. Append only: files contain the numbers. */
#define RB_MPI_OPS(X)                                                                                              \
	X(1, MPI_Send) X(2, MPI_Bsend) X(3, MPI_Ssend) X(4, MPI_Rsend)                                                 \
	X(5, MPI_Isend) X(6, MPI_Ibsend) X(7, MPI_Issend) X(8, MPI_Irsend)                                             \
	X(9, MPI_Send_init) X(10, MPI_Bsend_init) X(11, MPI_Ssend_init) X(12, MPI_Rsend_init)                          \
	X(13, MPI_Recv) X(14, MPI_Irecv) X(15, MPI_Recv_init) X(16, MPI_Mrecv) X(17, MPI_Imrecv)                       \
	X(18, MPI_Sendrecv) X(19, MPI_Sendrecv_replace)                                                                \
	X(20, MPI_Wait) X(21, MPI_Waitall) X(22, MPI_Waitany) X(23, MPI_Waitsome)                                      \
	X(24, MPI_Test) X(25, MPI_Testall) X(26, MPI_Testany) X(27, MPI_Testsome)                                      \
	X(30, MPI_Barrier) X(31, MPI_Bcast) X(32, MPI_Gather) X(33, MPI_Gatherv) X(34, MPI_Scatter)                    \
	X(35, MPI_Scatterv) X(36, MPI_Allgather) X(37, MPI_Allgatherv) X(38, MPI_Alltoall) X(39, MPI_Alltoallv)        \
	X(40, MPI_Alltoallw) X(41, MPI_Reduce) X(42, MPI_Allreduce) X(43, MPI_Reduce_scatter)                          \
	X(44, MPI_Reduce_scatter_block) X(45, MPI_Scan) X(46, MPI_Exscan)                                              \
	X(50, MPI_Ibarrier) X(51, MPI_Ibcast) X(52, MPI_Igather) X(53, MPI_Igatherv) X(54, MPI_Iscatter)               \
	X(55, MPI_Iscatterv) X(56, MPI_Iallgather) X(57, MPI_Iallgatherv) X(58, MPI_Ialltoall) X(59, MPI_Ialltoallv)   \
	X(60, MPI_Ialltoallw) X(61, MPI_Ireduce) X(62, MPI_Iallreduce) X(63, MPI_Ireduce_scatter)                      \
	X(64, MPI_Ireduce_scatter_block) X(65, MPI_Iscan) X(66, MPI_Iexscan)                                           \
	X(70, MPI_Neighbor_allgather) X(71, MPI_Neighbor_allgatherv) X(72, MPI_Neighbor_alltoall)                      \
	X(73, MPI_Neighbor_alltoallv) X(74, MPI_Neighbor_alltoallw) X(75, MPI_Ineighbor_allgather)                     \
	X(76, MPI_Ineighbor_allgatherv) X(77, MPI_Ineighbor_alltoall) X(78, MPI_Ineighbor_alltoallv)                   \
	X(79, MPI_Ineighbor_alltoallw)                                                                                 \
	X(80, MPI_Comm_dup) X(81, MPI_Comm_split) X(82, MPI_Comm_split_type) X(83, MPI_Comm_create)                    \
	X(84, MPI_Comm_create_group) X(85, MPI_Cart_create) X(86, MPI_Cart_sub) X(87, MPI_Graph_create)                \
	X(88, MPI_Dist_graph_create) X(89, MPI_Dist_graph_create_adjacent) X(90, MPI_Intercomm_create)                 \
	X(91, MPI_Intercomm_merge) X(92, MPI_Comm_dup_with_info) X(93, MPI_Comm_idup)                                  \
	X(100, MPI_Init) X(101, MPI_Init_thread) X(102, MPI_Finalize) X(103, MPI_Abort)                                \
	X(110, MPI_Probe) X(111, MPI_Iprobe) X(112, MPI_Mprobe) X(113, MPI_Improbe) X(114, MPI_Start)                  \
	X(115, MPI_Startall) X(116, MPI_Cancel) X(117, MPI_Request_free) X(118, MPI_Comm_free) X(119, MPI_Isendrecv)   \
	X(120, MPI_Isendrecv_replace) \
	X(130, MPI_Barrier_init) X(131, MPI_Bcast_init) X(132, MPI_Gather_init) X(133, MPI_Gatherv_init)            \
	X(134, MPI_Scatter_init) X(135, MPI_Scatterv_init) X(136, MPI_Allgather_init) X(137, MPI_Allgatherv_init)   \
	X(138, MPI_Alltoall_init) X(139, MPI_Alltoallv_init) X(140, MPI_Alltoallw_init) X(141, MPI_Reduce_init)     \
	X(142, MPI_Allreduce_init) X(143, MPI_Reduce_scatter_init) X(144, MPI_Reduce_scatter_block_init)            \
	X(145, MPI_Scan_init) X(146, MPI_Exscan_init) X(150, MPI_Neighbor_allgather_init)                           \
	X(151, MPI_Neighbor_allgatherv_init) X(152, MPI_Neighbor_alltoall_init) X(153, MPI_Neighbor_alltoallv_init) \
	X(154, MPI_Neighbor_alltoallw_init) X(160, MPI_Win_create) X(161, MPI_Win_create_dynamic)                   \
	X(162, MPI_Win_allocate) X(163, MPI_Win_allocate_shared) X(164, MPI_Win_free) X(165, MPI_Win_fence)         \
	X(166, MPI_Win_post) X(167, MPI_Win_start) X(168, MPI_Win_complete) X(169, MPI_Win_wait)                    \
	X(170, MPI_Win_test) X(180, MPI_File_open) X(181, MPI_File_close) X(182, MPI_File_set_view)                 \
	X(183, MPI_File_set_size) X(184, MPI_File_preallocate) X(185, MPI_File_seek_shared) X(186, MPI_File_sync)   \
	X(187, MPI_File_read_all) X(188, MPI_File_read_at_all) X(189, MPI_File_read_ordered)                        \
	X(190, MPI_File_write_all) X(191, MPI_File_write_at_all) X(192, MPI_File_write_ordered)                     \
	X(193, MPI_File_iread_all) X(194, MPI_File_iread_at_all) X(195, MPI_File_iwrite_all)                        \
	X(196, MPI_File_iwrite_at_all) X(197, MPI_File_read_all_begin) X(198, MPI_File_read_at_all_begin)           \
	X(199, MPI_File_read_ordered_begin) X(200, MPI_File_write_all_begin) X(201, MPI_File_write_at_all_begin)    \
	X(202, MPI_File_write_ordered_begin) X(203, MPI_File_read_all_end) X(204, MPI_File_read_at_all_end)         \
	X(205, MPI_File_read_ordered_end) X(206, MPI_File_write_all_end) X(207, MPI_File_write_at_all_end)          \
	X(208, MPI_File_write_ordered_end) X(220, MPI_Comm_idup_with_info) X(221, MPI_Comm_create_from_group)       \
	X(222, MPI_Intercomm_create_from_groups) X(223, MPI_Session_init) X(224, MPI_Session_finalize)

enum rb_mpi_op {
	RB_OP_NONE = 0,
#define RB_OP_ENUM(number, name) RB_OP_##name = number,
	RB_MPI_OPS(RB_OP_ENUM)
#undef RB_OP_ENUM
};

_Static_assert(sizeof(struct rb_mpi_header) == 64, "header");
_Static_assert(offsetof(struct rb_mpi_header, header_crc32c) == 60, "header checksum");
_Static_assert(sizeof(struct rb_mpi_record) == 64, "record");
_Static_assert(offsetof(struct rb_mpi_record, bytes) == 16, "record bytes");
_Static_assert(offsetof(struct rb_mpi_record, compute_ns) == 40, "record compute time");
_Static_assert(offsetof(struct rb_mpi_record, post) == 56, "record post");
_Static_assert(sizeof(struct rb_mpi_comm) == 64, "communicator view");
_Static_assert(offsetof(struct rb_mpi_comm, group) == 16, "communicator group");
_Static_assert(sizeof(struct rb_mpi_site) == 64, "site view");
_Static_assert(offsetof(struct rb_mpi_site, address) == 8, "site address");
_Static_assert(sizeof(struct rb_mpi_counts) == 64, "counts view");
_Static_assert(sizeof(struct rb_mpi_seal) == 64, "seal view");

#endif
