/* The open files. A file has the members of the communicator that opened it and an identity of its own, like a
 * communicator. File handles have no attributes, so they are kept in a list. */
#include <stdlib.h>

#include "state.h"

struct rb_file {
	MPI_File handle;
	struct rb_communicator *comm;
	struct rb_pending begun; /* the active split collective: at most one per file */
	struct rb_file *next;
};

static struct rb_files *const files = &rb_process.files;

static struct rb_file **find(MPI_File handle)
{
	struct rb_file **f = &files->first;

	while (*f && (*f)->handle != handle)
		f = &(*f)->next;
	return f;
}

void rb_file_opened(struct rb_call *call, MPI_File handle, MPI_Comm comm, uint32_t serial)
{
	struct rb_file *f = calloc(1, sizeof *f);

	if (!f || !(f->comm = rb_comm_derived(call->thread, comm, serial))) {
		free(f);
		return;
	}
	f->handle = handle;
	rb_lock(&files->lock);
	f->next = files->first;
	files->first = f;
	rb_unlock(&files->lock);
}

struct rb_place rb_file_next(MPI_File handle)
{
	struct rb_place place;
	struct rb_file *f;

	rb_lock(&files->lock);
	f = *find(handle);
	place = rb_place_of(f ? f->comm : NULL);
	rb_unlock(&files->lock);
	return place;
}

struct rb_place rb_file_closing(MPI_File handle)
{
	struct rb_place place = { 0 };
	struct rb_file **at, *f;

	rb_lock(&files->lock);
	at = find(handle);
	f = *at;
	if (f) {
		place = rb_place_of(f->comm);
		*at = f->next;
	}
	rb_unlock(&files->lock);
	if (f)
		rb_comm_release(f->comm);
	free(f);
	return place;
}

void rb_file_begun(struct rb_call *call, MPI_File handle, struct rb_place place, uint64_t bytes)
{
	struct rb_file *f;

	if (!place.comm)
		return;
	rb_record(call, RB_MPI_COLL_START, call->op, RB_MPI_F_NONBLOCKING, -1, 0, place.comm->id, bytes, place.serial);
	rb_lock(&files->lock);
	f = *find(handle);
	if (f)
		f->begun = (struct rb_pending){ .kind = RB_MPI_COLL, .op = call->op, .post = place.serial, .bytes = bytes };
	rb_unlock(&files->lock);
	rb_comm_release(place.comm);
}

void rb_file_ended(struct rb_call *call, MPI_File handle)
{
	struct rb_pending begun = { 0 };
	struct rb_file *f;
	uint32_t id = 0;

	rb_lock(&files->lock);
	f = *find(handle);
	if (f) {
		begun = f->begun;
		id = f->comm->id;
		f->begun.kind = 0;
	}
	rb_unlock(&files->lock);
	if (begun.kind)
		rb_record(call, RB_MPI_COLL, begun.op, RB_MPI_F_NONBLOCKING, -1, 0, id, begun.bytes, begun.post);
}
