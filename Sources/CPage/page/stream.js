// The daemon's stream over a WebSocket: one line of the protocol per message, in both directions.

const OFFER = "headingd.1";
const CONTROL = "headingd.1.control"; // Selected by the server if the token is the right one.
const QUIET = 10_000; // The daemon sends ten updates a second whatever happens; after so long the connection is dead.

export class Stream {
  #handlers; #token; #socket = null; #wait = 500; #timer = 0; #quiet = 0;
  #queue = []; #waiting = null; #contents = ["updates", "notices"]; #rate = 10;
  capabilities = [];
  error = null;

  /** Handlers: line(message), open(greeting), trying(), close(error). */
  constructor(token, handlers) {
    // Only what a subprotocol may contain; anything else would make the constructor throw.
    this.#token = token && /^[A-Za-z0-9._~-]{1,480}$/.test(token) ? token : null;
    this.#handlers = handlers;
    document.addEventListener("visibilitychange", () => this.#visibility());
    window.addEventListener("online", () => this.#hurry());
  }

  get isOpen() { return this.capabilities.length > 0; }
  /** Everybody may ask for the status; the rest needs the token. */
  can(capability) {
    if (capability === "status") return this.capabilities.includes("commands");
    return this.#socket?.protocol === CONTROL && this.capabilities.includes(capability);
  }

  open() {
    clearTimeout(this.#timer);
    const url = new URL("/stream", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    this.error = null;
    const socket = new WebSocket(url, this.#token ? [OFFER, CONTROL, `token.${this.#token}`] : [OFFER]);
    this.#socket = socket;
    socket.onmessage = (event) => { if (socket === this.#socket) this.#line(event.data); };
    socket.onclose = () => { if (socket === this.#socket) this.#closed(); };
    this.#watch();
  }

  #watch() {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      const socket = this.#socket;
      this.#closed();
      socket?.close();
    }, QUIET);
  }

  #closed() {
    this.#socket = null;
    this.capabilities = [];
    clearTimeout(this.#quiet);
    for (const entry of [this.#waiting, ...this.#queue]) entry?.reject(new Error("closed"));
    this.#waiting = null;
    this.#queue = [];
    // A refusal that will be repeated is not asked for twice a second.
    const wait = this.error?.code === "access" || this.error?.code === "token" ? 30_000 : this.#wait * (0.8 + 0.4 * Math.random());
    this.#wait = Math.min(this.#wait * 2, 8000);
    this.#handlers.close(this.error);
    this.#timer = setTimeout(() => { this.#handlers.trying(); this.open(); }, wait);
  }

  #hurry() {
    if (this.#socket) return;
    this.#wait = 500;
    this.#handlers.trying();
    this.open();
  }

  #visibility() {
    if (!document.hidden) this.#hurry();
    this.#ask();
  }

  #send(object) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(object));
  }

  /** What is read now; a hidden page needs one update a second for its history. */
  #ask() {
    if (this.isOpen) this.#send({ class: "request", rate: document.hidden ? 1 : this.#rate, contents: this.#contents });
  }

  /** With the sensors' samples, which the sphere of a calibration needs, or without. */
  setSamples(wanted) {
    this.#contents = wanted ? ["updates", "notices", "samples"] : ["updates", "notices"];
    this.#ask();
  }

  #line(data) {
    let message;
    try { message = JSON.parse(data); } catch { return; }
    if (message === null || typeof message !== "object" || Array.isArray(message)) return;
    this.#watch();
    if (message.class === "greeting") {
      this.#wait = 500;
      this.capabilities = Array.isArray(message.capabilities) ? message.capabilities.filter((name) => typeof name === "string") : [];
      this.#ask();
      this.#handlers.open(message);
    } else if (message.class === "error") {
      this.error = message;
    } else if (!this.#answered(message)) {
      this.#handlers.line(message);
    }
  }

  #answered(message) {
    const waiting = this.#waiting;
    if (!waiting) return false;
    const failed = message.class === "failure" && message.command === waiting.command;
    if (!failed && message.class !== waiting.answer) return false;
    this.#waiting = null;
    clearTimeout(waiting.timer);
    if (failed) waiting.reject(Object.assign(new Error(String(message.reason)), { refused: true }));
    else waiting.resolve(message);
    this.#next();
    // Progress is also for the view that draws it.
    return message.class !== "calibration_progress" && message.class !== "rest_progress";
  }

  /** Sends a command; the promise has its answer. One at a time: several commands are answered by the same class. */
  command(command, answer, values = {}) {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) { reject(new Error("closed")); return; }
      this.#queue.push({ command, answer, values, resolve, reject });
      this.#next();
    });
  }

  #next() {
    if (this.#waiting || !this.#queue.length) return;
    const entry = this.#waiting = this.#queue.shift();
    this.#send({ class: "command", command: entry.command, ...entry.values });
    entry.timer = setTimeout(() => {
      if (this.#waiting !== entry) return;
      this.#waiting = null;
      entry.reject(new Error("no answer"));
      this.#next();
    }, 10_000);
  }
}
