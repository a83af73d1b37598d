/* Header, seal and end record of a container; see container.h. */
#include "container.h"

#include <string.h>

#include "crc32c.h"

static void put_number(void *record, unsigned offset, unsigned size, uint64_t value)
{
	uint8_t *at = (uint8_t *)record + offset;

	for (unsigned i = 0; i < size; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

size_t container_header_size(size_t json_bytes)
{
	return (sizeof(struct container_header) + json_bytes + 63) / 64 * 64;
}

void container_header_fill(const struct container_format *f, const void *own, uint32_t record_bytes, const char *json,
			   size_t json_bytes, char *bytes)
{
	struct container_header header;
	size_t size = container_header_size(json_bytes);

	memcpy(&header, own, sizeof header);
	memcpy(header.magic, f->magic, sizeof header.magic);
	header.version = f->version;
	header.header_bytes = (uint32_t)size;
	header.record_bytes = record_bytes;
	put_number(&header, f->header.json_bytes, 4, json_bytes);
	put_number(&header, f->header.json_crc32c, 4, crc32c(0, json, json_bytes));
	header.header_crc32c = crc32c(0, &header, offsetof(struct container_header, header_crc32c));
	memset(bytes, ' ', size);
	memcpy(bytes, &header, sizeof header);
	memcpy(bytes + sizeof header, json, json_bytes);
}

void container_seal(const struct container_format *f, void *record, size_t record_bytes, struct container_span span)
{
	*(uint8_t *)record = CONTAINER_SEAL;
	put_number(record, f->seal.records, f->seal.records_size, span.records);
	put_number(record, f->seal.sequence, 8, span.sequence);
	put_number(record, f->seal.crc32c, 4, span.crc32c);
	put_number(record, f->seal.self_crc32c, 4, crc32c(0, record, record_bytes));
}

void container_end(const struct container_format *f, void *record, const char *json, size_t json_bytes)
{
	*(uint8_t *)record = CONTAINER_END;
	put_number(record, f->end.json_bytes, 8, json_bytes);
	put_number(record, f->end.json_crc32c, f->end.json_crc32c_size, crc32c(0, json, json_bytes));
}
