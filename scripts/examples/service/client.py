"""A client with a known pattern: python3 client.py HOST PORT BURSTS. Sends requests for 0.5 s, then nothing for 0.5 s.

Prints begin and end of each burst, CLOCK_MONOTONIC of its host in ns.
"""
import socket
import sys
import time

connection = socket.create_connection((sys.argv[1], int(sys.argv[2])))
connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
for burst in range(int(sys.argv[3])):
    time.sleep(0.5)
    begin = time.monotonic_ns()
    while time.monotonic_ns() - begin < 500_000_000:
        connection.sendall(b"?")
        connection.recv(1)
    print("burst", begin, time.monotonic_ns(), flush=True)
