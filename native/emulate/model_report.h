/* The models in the JSON of a recording. */
#ifndef RUNBENCH_MODEL_REPORT_H
#define RUNBENCH_MODEL_REPORT_H

#include "collector.h"
#include "settings.h"
#include "../base/text.h"

/* Members of "emulator" in the metadata: what is modelled besides the L1D, with its sizes. */
void model_shapes_add(struct text *t, const struct settings *s);

/* Members of the trailer: what other tools count apart. */
void model_counts_add(struct text *t, const struct settings *s, const struct collector *c);

#endif
