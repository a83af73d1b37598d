/* The JSON that goes into an emulated recording and to the parent. */
#ifndef RUNBENCH_EMULATION_REPORT_H
#define RUNBENCH_EMULATION_REPORT_H

#include "collector.h"
#include "settings.h"
#include "../sampler/outcome.h"
#include "../base/text.h"

#define EMULATED "emulated (QEMU TCG), not measured"

/* The metadata in the header of the recording; meta is the JSON object of the caller or NULL. */
void emulated_metadata(struct text *t, const struct settings *s, const char *meta);

/* Members of the "started" and "finished" objects; the latter are the trailer as well. */
void emulated_started(struct text *t, const struct settings *s, pid_t pid);
void emulated_finished(struct text *t, const struct settings *s, const struct collector *c, const struct outcome *o);

#endif
