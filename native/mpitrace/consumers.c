#include "state.h"

void rb_consume(enum rb_consumer_kind kind, const struct rb_consumer *consumer)
{
	rb_process.consumers[kind] = consumer;
}

static void end_before(struct rb_thread *t, int kinds, bool complete)
{
	for (int i = 0; i < kinds; i++) {
		if (t->consumed[i])
			rb_process.consumers[i]->end(t, t->consumed[i], complete);
		t->consumed[i] = NULL;
	}
}

int rb_consumers_begin(struct rb_thread *t, char *what, size_t what_bytes)
{
	for (int i = 0; i < RB_CONSUMERS; i++) {
		int failure = rb_process.consumers[i] ? rb_process.consumers[i]->begin(t, &t->consumed[i], what, what_bytes) : 0;
		if (failure) {
			end_before(t, i, false);
			return failure;
		}
	}
	return 0;
}

void rb_consumers_end(struct rb_thread *t, bool complete)
{
	end_before(t, RB_CONSUMERS, complete);
}
