/* The helper's part in vectors of blocks (bbv.h): their folder, and which task of the recording a file is of. */
#ifndef RUNBENCH_BBV_FOLDER_H
#define RUNBENCH_BBV_FOLDER_H

#include "collector.h"
#include "settings.h"

/* Makes the folder and tells the segment. Returns -1 with errno. */
int bbv_prepare(struct segment *segment, const struct settings *s);

/* tasks.txt: "instructions LENGTH fixed|doubled", and a line "SERIAL TASK" for each slot's task ever, in the order in which they began. */
void bbv_name_tasks(const struct segment *segment, const struct collector *c);

#endif
