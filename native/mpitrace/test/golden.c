/* golden FILE: writes one rank file with fixed content and compares it with FILE; "golden -w FILE" writes FILE. The
 * Java reader is tested with the same file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../trace_file.h"

static const char json[] = "{\"source\":\"golden\",\"host\":\"node7\",\"program\":[\"./a\",\"b c\"],"
	"\"modules\":[{\"path\":\"/opt/app/a\",\"bias\":65536,\"from\":69632,\"to\":131072}]}";

static void write_golden(const char *path)
{
	struct container_map f;
	struct rb_mpi_comm comm = { .kind = RB_MPI_COMM, .size = 3, .rank = 1, .comm = 0xc0ffee,
		.group = 0x1122334455667788 };
	struct rb_mpi_site site = { .kind = RB_MPI_SITE, .op = RB_OP_MPI_Isend, .site = 1, .address = 0x11235 };
	struct rb_mpi_record init = { .kind = RB_MPI_INIT, .op = RB_OP_MPI_Init, .peer = -1, .t0_ns = 1000, .t1_ns = 2000 };

	if (trace_file_create(&f, path, 1, 3, json)) {
		perror(path);
		exit(1);
	}
	container_map_append(&f, &comm);
	container_map_append(&f, &init);
	container_map_append(&f, &site);
	for (uint32_t i = 0; i < 1500; i++) {
		struct rb_mpi_record r = {
			.kind = i % 3 == 0 ? RB_MPI_SEND : i % 3 == 1 ? RB_MPI_RECV : RB_MPI_COLL,
			.op = i % 3 == 0 ? RB_OP_MPI_Isend : i % 3 == 1 ? RB_OP_MPI_Recv : RB_OP_MPI_Allreduce,
			.flags = i % 3 == 1 ? RB_MPI_F_ANY_SOURCE : 0, .peer = i % 3 == 2 ? -1 : (int32_t)(i % 2 * 2),
			.tag = (int32_t)i, .comm = 0xc0ffee, .bytes = 8 * i | (uint64_t)(i % 3 == 0) << RB_MPI_SITE_SHIFT,
			.t0_ns = 3000 + 10 * i, .t1_ns = 3005 + 10 * i,
			.compute_ns = 5 * i, .mpi_ns = 4 * i, .post = i / 3, .number = i * 2 / 3 + 1,
		};
		container_map_append(&f, &r);
	}
	struct rb_mpi_record fin = { .kind = RB_MPI_FINALIZE, .op = RB_OP_MPI_Finalize, .peer = -1, .t0_ns = 20000,
		.t1_ns = 20000 };
	container_map_append(&f, &fin);
	trace_file_end(&f, 21000, "{\"calls\":{\"MPI_Isend\":500},\"sites\":[{\"site\":1,\"calls\":501,\"ns\":2500}]}");
}

static char *read_all(const char *path, size_t *bytes)
{
	FILE *f = fopen(path, "rb");
	char *data = malloc(1 << 20);

	if (!data)
		abort();
	*bytes = f ? fread(data, 1, 1 << 20, f) : 0;
	if (f)
		fclose(f);
	return data;
}

int main(int argc, char **argv)
{
	char path[] = "/tmp/rb-golden-XXXXXX";
	size_t n, m;
	int failed = 0;

	if (argc == 3 && !strcmp(argv[1], "-w")) {
		write_golden(argv[2]);
		return 0;
	}
	if (argc != 2 || mkstemp(path) < 0)
		return 2;
	write_golden(path);
	char *ours = read_all(path, &n), *golden = read_all(argv[1], &m);
	if (n != m || memcmp(ours, golden, n)) {
		fprintf(stderr, "golden: the written file differs from %s\n", argv[1]);
		failed = 1;
	}
	free(ours);
	free(golden);
	unlink(path);
	printf("mpitrace golden: %d passed, %d failed, 0 skipped\n", !failed, failed);
	return failed;
}
