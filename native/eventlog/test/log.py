"""Logs 23 events, or prints that the log is off."""

import threading

from runbench import eventlog

solve = eventlog.declare("solve", eventlog.REGION, 0x0072B2)
token = eventlog.declare("token", eventlog.MESSAGE)
step = eventlog.declare("step")


@eventlog.region("named")
def named():
    eventlog.point(step, "caf\u00e9 \U0001f600")


def work():
    with eventlog.region(solve, "in a thread"):
        eventlog.send(token, 42, "to the next one")
        eventlog.receive(token, 42)


try:
    with eventlog.region(solve):
        raise ValueError
except ValueError:
    eventlog.point(step)
for _ in range(2):
    named()
thread = threading.Thread(target=work)
thread.start()
thread.join()
eventlog.begin(solve)
eventlog.end(solve)
eventlog.counter(eventlog.declare("depth", eventlog.COUNTER), 1.5)
eventlog.event(step, "typed", eventlog.WARNING, count=-3, ratio=0.25, name="caf\u00e9", big=2**70, type=None)
try:
    with eventlog.span("outer", "fails", path="/") as outer:
        with eventlog.span("inner"):
            pass
        eventlog.span_end(0, eventlog.span_begin(0, outer.id))
        raise ValueError
except ValueError:
    pass
print("on" if eventlog.on() else "off", eventlog.dropped())
