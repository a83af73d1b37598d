/*
 * bzip2 FILE - compresses a file in memory with libbz2, decompresses it, and compares, at block sizes 5, 7 and 9.
 *
 * 401.bzip2 works in this way: it processes a buffer in memory, without files, at three block sizes. The library is
 * the one of the bzip2 program (Seward; the transform: Burrows, Wheeler, A block-sorting lossless data compression
 * algorithm, DEC SRC report 124, 1994). It is opened at run time, so that the build needs no header of it.
 * `bzip2 --version` prints the version of the library.
 */
#include "library.h"
#include "workload.h"

static const char *(*library_version)(void);
static int (*compress_buffer)(char *to, unsigned *to_length, char *from, unsigned length, int block, int verbosity, int work);
static int (*decompress_buffer)(char *to, unsigned *to_length, char *from, unsigned length, int small, int verbosity);

static void open_library(void)
{
	/* Debian and Fedora name the same library differently. */
	void *library = dlopen("libbz2.so.1.0", RTLD_NOW);
	if (!library)
		library = dlopen("libbz2.so.1", RTLD_NOW);
	opened(library, "libbz2", "libbz2-1.0");
	library_version = function_of(library, "libbz2", "BZ2_bzlibVersion");
	compress_buffer = function_of(library, "libbz2", "BZ2_bzBuffToBuffCompress");
	decompress_buffer = function_of(library, "libbz2", "BZ2_bzBuffToBuffDecompress");
}

/* Reads a whole file. Exits with 2 if this fails, and if the file is empty or larger than 1 GiB. */
static char *read_file(const char *name, unsigned *length)
{
	FILE *in = fopen(name, "rb");
	if (!in || fseek(in, 0, SEEK_END)) {
		perror(name);
		exit(2);
	}
	long size = ftell(in);
	if (size < 1 || size > 1L << 30) {
		fprintf(stderr, "%s: must have from 1 byte to 1 GiB, not %ld bytes\n", name, size);
		exit(2);
	}
	rewind(in);
	char *data = allocate((size_t)size, 1);
	if (fread(data, 1, (size_t)size, in) != (size_t)size) {
		fprintf(stderr, "%s: cannot read its %ld bytes\n", name, size);
		exit(2);
	}
	fclose(in);
	*length = (unsigned)size;
	return data;
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: %s FILE\n", argv[0]);
		return 2;
	}
	open_library();
	if (!strcmp(argv[1], "--version")) {
		printf("libbz2 %s\n", library_version());
		return 0;
	}
	unsigned length;
	char *data = read_file(argv[1], &length);
	unsigned room = length + length / 100 + 601; /* libbz2's bound for data that cannot be compressed, rounded up */
	char *compressed = allocate(room, 1), *copy = allocate(length, 1);
	printf("input %u bytes\n", length);
	for (int block = 5; block <= 9; block += 2) {
		unsigned packed = room, unpacked = length;
		require(!compress_buffer(compressed, &packed, data, length, block, 0, 0), "the data are compressed");
		uint64_t sum = CHECKSUM_START;
		for (unsigned i = 0; i < packed; i++)
			sum = checksum_byte(sum, (unsigned char)compressed[i]);
		memset(copy, 0, length);
		require(!decompress_buffer(copy, &unpacked, compressed, packed, 0, 0), "the data are decompressed");
		require(unpacked == length && !memcmp(copy, data, length), "the decompressed data equal the input");
		printf("block size %d: %u bytes, checksum %016llx, equal after decompression\n", block, packed, (unsigned long long)sum);
	}
	free(data);
	free(compressed);
	free(copy);
	return 0;
}
