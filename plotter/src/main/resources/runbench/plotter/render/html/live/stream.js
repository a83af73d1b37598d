'use strict';
// The connection to the server. Each request has the token of the page's address in a header, so that no other page can send one.
class Server {
  constructor(token) {
    this.token = token;
  }

  async ask(path, options = {}) {
    const answer = await fetch(path, {cache: 'no-store', credentials: 'omit', ...options, headers: {Authorization: 'Bearer ' + this.token, ...options.headers}});
    if (!answer.ok) {
      throw Object.assign(new Error((await answer.text()).slice(0, 200).trim()), {status: answer.status});
    }
    return answer;
  }

  async lines(path) {
    const text = await (await this.ask(path)).text();
    return text.split('\n').filter(line => line.startsWith('{"number"')).map(line => line.replace(/,$/, ''));
  }
}

/** Receives server-sent events, each once: after a disconnect the stream resumes after the last complete message. */
class Stream {
  static #AGAIN = 500;

  /** @param got called with the lines of a message @param said called with the connection's state: 'live', 'broken', 'ended', 'refused' */
  constructor(server, got, said) {
    Object.assign(this, {server, got, said, abort: null});
  }

  /** @param from number of the first event; below 1: the negated number of last events */
  start(from, query) {
    this.stop();
    this.abort = new AbortController();
    this.#run(from, query, this.abort.signal);
  }

  stop() {
    this.abort?.abort();
  }

  async #run(from, query, signal) {
    const place = {next: from};
    while (!signal.aborted) {
      try {
        const end = await this.#once(place, query, signal);
        if (end) {
          this.said('ended', end);
          return;
        }
      } catch (failure) {
        if (signal.aborted) {
          return;
        }
        if (failure.status && failure.status !== 503) {
          this.said('refused', failure.message);
          return;
        }
      }
      this.said('broken');
      await new Promise(done => setTimeout(done, Stream.#AGAIN));
    }
  }

  /** @return the log's last state as JSON, if the log has ended */
  async #once(place, query, signal) {
    const answer = await this.server.ask('events?' + new URLSearchParams({from: place.next, ...query}), {signal});
    this.said('live');
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const {value, done} = await reader.read();
      if (done || signal.aborted) {
        return null;
      }
      const messages = (rest + value).split('\n\n');
      rest = messages.pop();
      for (const message of messages) {
        const lines = message.split('\n');
        const of = name => lines.filter(line => line.startsWith(name + ': ')).map(line => line.slice(name.length + 2));
        if (of('event')[0] === 'end') {
          return of('data')[1];
        }
        const id = Number(of('id')[0] ?? NaN);
        place.next = Number.isNaN(id) ? place.next : id + 1;
        this.got(of('data'), place.next - 1);
      }
    }
  }
}
