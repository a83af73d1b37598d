/* Windows of one-sided communication: their members, and the order given by post-start-complete-wait.
 *
 * A window has the members of the communicator that it was made on and an identity of its own, like a communicator.
 * Transfers are not recorded, because their targets do not take part. */
#include <stdlib.h>

#include "state.h"

/* The tags of the empty messages that stand for MPI_Win_post and MPI_Win_complete. */
enum { POSTED, COMPLETED };

/* The partners of an epoch. */
struct epoch {
	int      count;
	int     *world;
	uint32_t first_post; /* posting number of the first receive that ends it */
};

struct window {
	struct rb_communicator *comm;
	struct epoch exposure, access;
};

static struct rb_comms *const comms = &rb_process.comms;

static void forget(struct epoch *e)
{
	free(e->world);
	*e = (struct epoch){ 0 };
}

static int never_copy(MPI_Win win, int keyval, void *state, void *in, void *out, int *flag)
{
	(void)win, (void)keyval, (void)state, (void)in, (void)out;
	*flag = 0;
	return MPI_SUCCESS;
}

static int on_delete(MPI_Win win, int keyval, void *value, void *state)
{
	struct window *w = value;

	(void)win, (void)keyval, (void)state;
	forget(&w->exposure);
	forget(&w->access);
	rb_comm_release(w->comm);
	free(w);
	return MPI_SUCCESS;
}

int rb_windows_prepare(void)
{
	return PMPI_Win_create_keyval(never_copy, on_delete, &comms->window_keyval, NULL);
}

static struct window *known(MPI_Win win)
{
	struct window *w = NULL;
	int found = 0;

	return win != MPI_WIN_NULL && PMPI_Win_get_attr(win, comms->window_keyval, &w, &found) == MPI_SUCCESS
		&& found ? w : NULL;
}

void rb_win_made(struct rb_call *call, MPI_Win win, MPI_Comm comm, uint32_t serial)
{
	struct window *w = calloc(1, sizeof *w);

	if (w && (w->comm = rb_comm_derived(call->thread, comm, serial)))
		PMPI_Win_set_attr(win, comms->window_keyval, w);
	else
		free(w);
}

struct rb_place rb_win_next(struct rb_call *call, MPI_Win win)
{
	struct window *w = known(win);

	(void)call;
	return rb_place_of(w ? w->comm : NULL);
}

static void begin(struct epoch *e, MPI_Group with)
{
	int n = 0;

	forget(e);
	PMPI_Group_size(with, &n);
	e->world = rb_world_ranks(with, n);
	e->count = e->world ? n : 0;
	for (int i = 0; i < e->count; i++) {
		uint32_t post = rb_post();
		e->first_post = i ? e->first_post : post;
	}
}

static void send_to(struct rb_call *call, const struct window *w, const struct epoch *e, int tag)
{
	for (int i = 0; i < e->count; i++)
		rb_record(call, RB_MPI_SEND, call->op, RB_MPI_F_NONBLOCKING, e->world[i], tag, w->comm->id, 0, 0);
}

static void receive_from(struct rb_call *call, const struct window *w, const struct epoch *e, int tag)
{
	for (int i = 0; i < e->count; i++)
		rb_record(call, RB_MPI_RECV, call->op, RB_MPI_F_NONBLOCKING, e->world[i], tag, w->comm->id, 0,
			  e->first_post + (uint32_t)i);
}

void rb_win_post(struct rb_call *call, MPI_Group origins, MPI_Win win)
{
	struct window *w = known(win);

	if (!w)
		return;
	begin(&w->exposure, origins);
	send_to(call, w, &w->exposure, POSTED);
}

void rb_win_start(struct rb_call *call, MPI_Group targets, MPI_Win win)
{
	struct window *w = known(win);

	(void)call;
	if (w)
		begin(&w->access, targets);
}

void rb_win_complete(struct rb_call *call, MPI_Win win)
{
	struct window *w = known(win);

	if (!w)
		return;
	receive_from(call, w, &w->access, POSTED);
	send_to(call, w, &w->access, COMPLETED);
	forget(&w->access);
}

void rb_win_wait(struct rb_call *call, MPI_Win win)
{
	struct window *w = known(win);

	if (!w)
		return;
	receive_from(call, w, &w->exposure, COMPLETED);
	forget(&w->exposure);
}
