/* Clock models: the reader of the file, and the conversion of stamps. */
#include "model.h"
#include "json_reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STAMP_NS  4000000000000000000ll /* 126 years: sums of two fit into 64 bits */
#define MAX_RATE      0.1
#define MAX_VALID_NS  1e18
#define EXPLAINED_BY  "; measure again, or restore the file as runbench sync measure wrote it"

enum field { X0, OFFSET, SLOPE, ERR, SLOPE_ERR, LO, HI, SLOPE_LO, SLOPE_HI, FIELDS };

static const struct {
	const char *name;
	bool        nullable;
	double      most;
} fields[FIELDS] = {
	[X0] = { "x0_ns", false, MAX_STAMP_NS }, [OFFSET] = { "offset_ns", false, MAX_STAMP_NS },
	[SLOPE] = { "slope", false, MAX_RATE }, [ERR] = { "err_stat_ns", true, MAX_STAMP_NS },
	[SLOPE_ERR] = { "slope_err", true, 1 }, [LO] = { "lo_ns", true, 2.0 * MAX_STAMP_NS },
	[HI] = { "hi_ns", true, 2.0 * MAX_STAMP_NS }, [SLOPE_LO] = { "slope_lo", true, 1 }, [SLOPE_HI] = { "slope_hi", true, 1 },
};

/* The state of reading a file, for its error. */
struct reading {
	struct json j;
	char       *error;
	size_t      error_size;
	const char *name;
};

static bool refuse(struct reading *r, size_t window, const char *field, const char *why)
{
	snprintf(r->error, r->error_size, "%s: window %zu: '%s' %s" EXPLAINED_BY, r->name, window + 1, field, why);
	return false;
}

static void read_counter(struct json *j, struct model_window *w)
{
	char name[64];
	bool first = true;

	if (!json_take(j, '{')) {
		json_skip(j, 0);
		return;
	}
	while (json_member(j, &first, name, sizeof name)) {
		struct number n;

		if (strcmp(name, "hertz") == 0 || strcmp(name, "hertz_error") == 0) {
			json_number(j, &n);
			*(name[5] ? &w->hertz_error : &w->hertz) = n.value;
		} else {
			json_skip(j, 0);
		}
	}
}

static double relative(const struct number *n, bool missing, int64_t base, double otherwise)
{
	/* Both are at most 1e19 in magnitude; the difference of the whole parts may exceed 63 bits only for infinite bounds. */
	return missing ? otherwise : (double)((__int128)n->whole - base) + n->rest;
}

static bool read_window(struct reading *r, struct model_window *w, size_t index)
{
	struct number n[FIELDS];
	enum { MISSING, NUMBER, NO_VALUE } is[FIELDS] = { MISSING };
	char   name[64];
	bool   first = true;

	memset(w, 0, sizeof *w);
	if (!json_take(&r->j, '{')) {
		r->j.bad = true;
		return false;
	}
	while (json_member(&r->j, &first, name, sizeof name)) {
		int f = 0;

		while (f < FIELDS && strcmp(name, fields[f].name) != 0)
			f++;
		if (strcmp(name, "source") == 0) {
			read_counter(&r->j, w);
		} else if (f == FIELDS) {
			json_skip(&r->j, 0);
		} else if (json_take_word(&r->j, "null")) {
			is[f] = NO_VALUE;
		} else {
			json_number(&r->j, &n[f]);
			is[f] = NUMBER;
		}
	}
	if (r->j.bad)
		return false;
	for (int f = 0; f < FIELDS; f++) {
		if (is[f] == MISSING || (is[f] == NO_VALUE && !fields[f].nullable))
			return refuse(r, index, fields[f].name, "is not a number");
		if (is[f] == NUMBER && !(n[f].value <= fields[f].most && n[f].value >= -fields[f].most))
			return refuse(r, index, fields[f].name, "is out of range");
		if (is[f] == NUMBER && (f == ERR || f == SLOPE_ERR) && n[f].value < 0)
			return refuse(r, index, fields[f].name, "is negative");
	}
	w->x0_ns = n[X0].whole;
	w->base_ns = n[OFFSET].whole;
	w->offset_ns = n[OFFSET].rest;
	w->slope = n[SLOPE].value;
	w->err_ns = is[ERR] == NUMBER ? n[ERR].value : __builtin_nan("");
	w->slope_err = is[SLOPE_ERR] == NUMBER ? n[SLOPE_ERR].value : __builtin_nan("");
	w->lo_ns = relative(&n[LO], is[LO] == NO_VALUE, w->base_ns, -__builtin_inf());
	w->hi_ns = relative(&n[HI], is[HI] == NO_VALUE, w->base_ns, __builtin_inf());
	w->slope_lo = is[SLOPE_LO] == NUMBER ? n[SLOPE_LO].value : -__builtin_inf();
	w->slope_hi = is[SLOPE_HI] == NUMBER ? n[SLOPE_HI].value : __builtin_inf();
	if (w->lo_ns > w->hi_ns)
		return refuse(r, index, "lo_ns", "is greater than 'hi_ns'");
	if (w->slope_lo > w->slope_hi)
		return refuse(r, index, "slope_lo", "is greater than 'slope_hi'");
	return true;
}

static struct model *with_room(struct model *m, size_t windows)
{
	return realloc(m, sizeof *m + windows * sizeof m->window[0]);
}

static bool read_windows(struct reading *r, struct model **m)
{
	size_t room = 0;

	if (!json_take(&r->j, '[')) {
		r->j.bad = true;
		return false;
	}
	if (json_take(&r->j, ']'))
		return true;
	do {
		struct model_window w;

		if (!read_window(r, &w, (*m)->windows))
			return false;
		if ((*m)->windows && w.x0_ns < (*m)->window[(*m)->windows - 1].x0_ns)
			return refuse(r, (*m)->windows, "x0_ns", "is before the window before it");
		if ((*m)->windows == room) {
			struct model *more = with_room(*m, room = room ? 2 * room : 8);

			if (!more) {
				snprintf(r->error, r->error_size, "%s: %s", r->name, strerror(ENOMEM));
				return false;
			}
			*m = more;
		}
		(*m)->window[(*m)->windows++] = w;
	} while (json_take(&r->j, ','));
	if (!json_take(&r->j, ']'))
		r->j.bad = true;
	return !r->j.bad;
}

/* The predicted offset dt ns after a window, relative to its base. */
static double predicted(const struct model_window *w, double dt)
{
	return w->offset_ns + w->slope * dt;
}

static double predicted_lo(const struct model_window *w, double dt, double wander)
{
	return dt == 0 ? w->lo_ns : w->lo_ns + (dt > 0 ? w->slope_lo - wander : w->slope_hi + wander) * dt;
}

static double predicted_hi(const struct model_window *w, double dt, double wander)
{
	return dt == 0 ? w->hi_ns : w->hi_ns + (dt > 0 ? w->slope_hi + wander : w->slope_lo - wander) * dt;
}

/* Returns whether the clock was set between two windows, or its counter changed the frequency by which it is converted. */
static bool stepped(const struct model_window *a, const struct model_window *b, double wander)
{
	double dt = (double)(b->x0_ns - a->x0_ns), shift = (double)((__int128)a->base_ns - b->base_ns);

	if (a->hertz > 0 && b->hertz > 0 && (a->hertz < b->hertz || a->hertz > b->hertz))
		return true;
	return predicted_hi(a, dt, wander) + shift < b->lo_ns || predicted_lo(a, dt, wander) + shift > b->hi_ns;
}

/* Returns the distance from a window, ns, up to which the predicted statistical error keeps the tolerance. */
static double valid_distance(const struct model *m, const struct model_window *w)
{
	double rate = w->slope_err + m->wander, left = m->tolerance_ns - w->err_ns;

	if (!(w->err_ns >= 0 && w->slope_err >= 0))
		return 0;
	left = left > 0 ? left : 0;
	return rate > 0 && left / rate < MAX_VALID_NS ? left / rate : MAX_VALID_NS;
}

/* Keeps the windows since the last step. */
static void keep_last_piece(struct model *m)
{
	size_t first = m->windows - 1;

	while (first > 0 && !stepped(&m->window[first - 1], &m->window[first], m->wander))
		first--;
	m->stepped = first > 0;
	m->windows -= first;
	memmove(m->window, m->window + first, m->windows * sizeof m->window[0]);
	m->valid_before_ns = valid_distance(m, &m->window[0]);
	m->valid_ns = valid_distance(m, &m->window[m->windows - 1]);
}

static bool read_members(struct reading *r, struct model **m)
{
	char          name[64], format[64] = "";
	struct number n, version = { 0 };
	bool          first = true;

	if (!json_take(&r->j, '{')) {
		r->j.bad = true;
		return false;
	}
	while (json_member(&r->j, &first, name, sizeof name)) {
		char *text = strcmp(name, "node") == 0 ? (*m)->node : strcmp(name, "reference") == 0 ? (*m)->reference
			: strcmp(name, "source") == 0 ? (*m)->source
			: strcmp(name, "reference_source") == 0 ? (*m)->reference_source : NULL;

		if (text) {
			json_string(&r->j, text, MODEL_NAME_BYTES);
		} else if (strcmp(name, "format") == 0) {
			json_string(&r->j, format, sizeof format);
		} else if (strcmp(name, "version") == 0) {
			json_number(&r->j, &version);
		} else if (strcmp(name, "wander_ppm") == 0) {
			json_number(&r->j, &n);
			(*m)->wander = n.value * 1e-6;
		} else if (strcmp(name, "tolerance_ns") == 0) {
			json_number(&r->j, &n);
			(*m)->tolerance_ns = n.value;
		} else if (strcmp(name, "windows") == 0) {
			if (!read_windows(r, m))
				return false;
		} else {
			json_skip(&r->j, 0);
		}
	}
	if (r->j.bad)
		return false;
	if (strcmp(format, "runbench clock model") != 0 || version.whole != 1) {
		snprintf(r->error, r->error_size, "%s: not a clock model of version 1; runbench sync measure writes such files",
			r->name);
		return false;
	}
	if ((*m)->windows == 0) {
		snprintf(r->error, r->error_size, "%s: holds no window" EXPLAINED_BY, r->name);
		return false;
	}
	if (!((*m)->wander >= 0 && (*m)->wander <= MAX_RATE && (*m)->tolerance_ns >= 0)) {
		snprintf(r->error, r->error_size, "%s: 'wander_ppm' or 'tolerance_ns' is out of range" EXPLAINED_BY, r->name);
		return false;
	}
	return true;
}

struct model *model_parse(const char *name, const char *json, size_t size, char *error, size_t error_size)
{
	struct reading r = { .j = { json, json + size, false }, .error = error, .error_size = error_size, .name = name };
	struct model  *m = calloc(1, sizeof *m);

	if (!m) {
		snprintf(error, error_size, "%s: %s", name, strerror(ENOMEM));
		return NULL;
	}
	m->tolerance_ns = __builtin_inf();
	if (!read_members(&r, &m)) {
		if (r.j.bad)
			snprintf(error, error_size, "%s: not JSON, at byte %td" EXPLAINED_BY, name, r.j.at - json);
		free(m);
		return NULL;
	}
	keep_last_piece(m);
	return m;
}

/* The offset at a reference time between two windows, as in ClockStretch. Relative to the base of the window before. */
static void between(const struct model *m, const struct model_window *a, const struct model_window *b, double dt, double *offset,
	double *lo, double *hi, double *err)
{
	double shift = (double)((__int128)b->base_ns - a->base_ns), span = (double)(b->x0_ns - a->x0_ns);
	double u = dt / span, left = 1 - u, at_b = shift + b->offset_ns, bow = 2 * m->wander * span * u * left;
	double change = (b->slope - a->slope) * span, bend = change * u * left / 2;
	double steps = (b->slope - a->slope) * (b->slope - a->slope);
	double certain = 9 * (a->slope_err * a->slope_err + b->slope_err * b->slope_err);
	double of_a = a->err_ns * left, of_b = b->err_ns * u, bound;

	*lo = predicted_lo(a, dt, m->wander);
	*hi = predicted_hi(a, dt, m->wander);
	bound = predicted_lo(b, dt - span, m->wander) + shift;
	*lo = *lo > bound ? *lo : bound;
	bound = predicted_hi(b, dt - span, m->wander) + shift;
	*hi = *hi < bound ? *hi : bound;
	bound = a->lo_ns * left + (b->lo_ns + shift) * u - bow;
	*lo = bound > *lo ? bound : *lo;
	bound = a->hi_ns * left + (b->hi_ns + shift) * u + bow;
	*hi = bound < *hi ? bound : *hi;
	*offset = a->offset_ns * left + at_b * u - (steps > certain ? bend : 0);
	*offset = *offset < *lo ? *lo : *offset > *hi ? *hi : *offset;
	*err = __builtin_sqrt(of_a * of_a + of_b * of_b) + (bend < 0 ? -bend : bend) / 2;
}

/* Returns the index of the first window later than x; their number after the last. */
static size_t first_after(const struct model *m, int64_t x)
{
	size_t from = 0, to = m->windows;

	if (x >= m->window[to - 1].x0_ns)
		return to;
	while (from < to) {
		size_t middle = (from + to) / 2;

		if (m->window[middle].x0_ns <= x)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

struct offset {
	double  at, lo, hi, err; /* relative to base_ns */
	int64_t base_ns;
	int     how;
};

static void offset_at(const struct model *m, int64_t x, struct offset *o)
{
	size_t                     after = first_after(m, x);
	const struct model_window *w = &m->window[after ? after - 1 : 0];
	double                     dt = (double)(x - w->x0_ns);

	o->base_ns = w->base_ns;
	if (after > 0 && after < m->windows) {
		between(m, w, w + 1, dt, &o->at, &o->lo, &o->hi, &o->err);
		o->how = RB_SYNC_INTERPOLATED;
	} else {
		double away = dt < 0 ? -dt : dt, by_slope = w->slope_err * away;

		o->at = predicted(w, dt);
		o->lo = predicted_lo(w, dt, m->wander);
		o->hi = predicted_hi(w, dt, m->wander);
		o->err = __builtin_sqrt(w->err_ns * w->err_ns + by_slope * by_slope) + m->wander * away;
		o->how = away <= (after ? m->valid_ns : m->valid_before_ns) ? RB_SYNC_PREDICTED : RB_SYNC_EXPIRED;
	}
}

static bool reachable(int64_t stamp, int64_t offset, int64_t *x)
{
	return !__builtin_sub_overflow(stamp, offset, x) && *x <= MAX_STAMP_NS && *x >= -MAX_STAMP_NS;
}

bool model_locate(const struct model *m, int64_t stamp_ns, struct rb_sync_time *time)
{
	int64_t       x, next, led;
	struct offset o;
	double        rounding;

	if (!reachable(stamp_ns, m->window[m->windows - 1].base_ns, &x))
		return false;
	/* The offset changes by 1e-4 of the change in x. Three rounds are exact to below 1 ns; mostly fewer suffice. */
	for (int round = 0;; round++) {
		offset_at(m, x, &o);
		if (!(o.at > -MAX_STAMP_NS && o.at < MAX_STAMP_NS)
			|| __builtin_add_overflow(o.base_ns, (int64_t)(o.at < 0 ? o.at - 0.5 : o.at + 0.5), &led)
			|| !reachable(stamp_ns, led, &next))
			return false;
		if (next == x || round == 3)
			break;
		x = next;
	}
	if (m->stepped && x < m->window[0].x0_ns)
		return false;
	/* Integers first, as for the offsets. */
	rounding = (double)(stamp_ns - o.base_ns - x) - o.at;
	time->ref_ns = x;
	time->err_ns = o.err;
	time->lo_ns = o.at - o.hi + rounding;
	time->hi_ns = o.at - o.lo + rounding;
	time->how = o.how;
	return true;
}

double model_hertz(const struct model *m)
{
	for (size_t i = m->windows; i-- > 0;)
		if (m->window[i].hertz > 0)
			return m->window[i].hertz;
	return 0;
}
