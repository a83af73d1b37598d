/* The JSON of an emulated recording and of the messages to the parent. */
#ifndef RUNBENCH_EMULATION_REPORT_H
#define RUNBENCH_EMULATION_REPORT_H

#include "collector.h"
#include "settings.h"
#include "../sampler/outcome.h"
#include "../base/text.h"

#define EMULATED "emulated (QEMU TCG), not measured"

/* Adds the metadata of the recording's header; meta is the caller's JSON object or NULL. */
void emulated_metadata(struct text *t, const struct settings *s, const char *meta);

/* Adds the members of "started". */
void emulated_started(struct text *t, const struct settings *s, pid_t pid);

/* Adds the members of "finished", which are also the trailer. */
void emulated_finished(struct text *t, const struct settings *s, const struct collector *c, const struct outcome *o);

#endif
