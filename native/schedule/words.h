/* Lines of words from the program that started the helper: tabs between words; \t, \n, \\ and \xHH (any byte but 0) within them. */
#ifndef RUNBENCH_SCHEDULE_WORDS_H
#define RUNBENCH_SCHEDULE_WORDS_H

#include <stddef.h>

/* Splits a line in place, its words unescaped; ends with NULL (to be freed, not the words). */
char **split_words(char *line, size_t *count);

#endif
