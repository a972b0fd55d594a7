// Replaces the browser's WebSocket by one whose lines the test gives: window.feed(line), window.hangUp().
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 0;
  constructor() {
    super();
    window.sockets = (window.sockets ?? 0) + 1;
    window.feed = (line) => this.onmessage?.({ data: typeof line === "string" ? line : JSON.stringify(line) });
    window.hangUp = () => { this.readyState = 3; this.onclose?.({}); };
    window.asked = [];
    setTimeout(() => {
      this.readyState = 1;
      window.feed({ class: "greeting", protocol: 1, server: "headingd 0.1.0", capabilities: ["updates", "rate", "contents"] });
    }, 0);
  }
  send(line) { window.asked.push(line); }
  close() {}
};
