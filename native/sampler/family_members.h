/* Who belongs to a family, and what counts each of them: what family.c decides on. */
#ifndef RUNBENCH_FAMILY_MEMBERS_H
#define RUNBENCH_FAMILY_MEMBERS_H

#include "family.h"

/* NULL if there is none of this tid. */
struct member *family_member(const struct family *f, pid_t tid);

/* Whether tasks inherit at all, and witnesses tell who did. */
bool family_witnessed(const struct family *f);

/* Nothing counts it any more, nor those that inherited from it. */
void family_strip(struct family *f, struct member *m);

/* Takes in what the witnesses tell: who has inherited. */
void family_read_switches(struct family *f);

/* Brings the list up to date: who is there now? */
void family_look(struct family *f);

#endif
