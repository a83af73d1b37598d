"""A server that computes for each request: python3 server.py PORT. Its load follows the requests of its client."""
import socket
import sys
import time

time.sleep(0.3)  # stands for the opening of a store: ready is later than started
listener = socket.create_server(("", int(sys.argv[1])))
while True:
    connection, _ = listener.accept()
    with connection:
        while connection.recv(1):
            sum(i * i for i in range(20000))
            connection.sendall(b".")
