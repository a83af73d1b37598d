/* Threads of parallel kernels: each does its part of the same work, and they meet at barriers. */
#ifndef RUNBENCH_THREADS_H
#define RUNBENCH_THREADS_H

#include <pthread.h>
#include "workload.h"

#define MAX_THREADS 64

struct crew_member {
	int	threads, number; /* number: 0 to threads - 1 */
	void	*shared;	 /* data of all threads */
	struct team *team;
};

struct team {
	pthread_barrier_t meeting;
	double partial[MAX_THREADS][8]; /* a cache line each */
	void (*work)(struct crew_member *);
};

/* Waits until all threads are here. */
static inline void meet(struct crew_member *w)
{
	pthread_barrier_wait(&w->team->meeting);
}

/* Returns the sum of the values of all threads, added in the order of their numbers. */
static inline double sum_of_all(struct crew_member *w, double value)
{
	double sum = 0;
	w->team->partial[w->number][0] = value;
	meet(w);
	for (int t = 0; t < w->threads; t++)
		sum += w->team->partial[t][0];
	meet(w);
	return sum;
}

/* Returns the first of n objects that belongs to thread number t; that of the next thread is the end. */
static inline long first_of(const struct crew_member *w, long n, int t)
{
	return n / w->threads * t + (t < n % w->threads ? t : n % w->threads);
}

static void *start_work(void *argument)
{
	struct crew_member *w = argument;
	w->team->work(w);
	return NULL;
}

/* Does the work in this many threads; the caller is the first. Exits with 3 if there are no threads. */
static inline void work_together(int threads, void (*work)(struct crew_member *), void *shared)
{
	static struct team team;
	struct crew_member workers[MAX_THREADS];
	pthread_t ids[MAX_THREADS];
	team.work = work;
	pthread_barrier_init(&team.meeting, NULL, (unsigned)threads);
	for (int t = threads - 1; t >= 0; t--) {
		workers[t] = (struct crew_member){ .threads = threads, .number = t, .shared = shared, .team = &team };
		int error = t == 0 ? 0 : pthread_create(&ids[t], NULL, start_work, &workers[t]);
		if (error) {
			fprintf(stderr, "no %d threads: %s\n", threads, strerror(error));
			exit(3);
		}
	}
	work(&workers[0]);
	for (int t = 1; t < threads; t++)
		pthread_join(ids[t], NULL);
	pthread_barrier_destroy(&team.meeting);
}

#endif
