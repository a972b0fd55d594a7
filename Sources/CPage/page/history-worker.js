// Reads /history beside the page's thread: an hour is a megabyte of JSON, which would cost several frames there.

const names = (list) => Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];

function pack(series) {
  const header = names(series.columns);
  const rows = Array.isArray(series.rows) ? series.rows.filter(Array.isArray) : [];
  const at = (column) => header.indexOf(column);
  const columns = {};
  header.forEach((column, index) => {
    if (["status", "steer", "reasons"].includes(column)) return;
    columns[column] = Float64Array.from(rows, (row) => typeof row[index] === "number" ? row[index] : NaN);
  });
  return {
    name: String(series.name ?? ""), interval: Number(series.interval) || 1, count: rows.length, columns,
    status: rows.map((row) => row[at("status")] ?? null), steer: rows.map((row) => row[at("steer")] ?? null),
    reasons: rows.map((row) => names(row[at("reasons")])),
    events: (Array.isArray(series.events) ? series.events : []).map((event) => ({
      boot_time: Number(event.boot_time), time: typeof event.time === "string" ? event.time : null, text: String(event.text ?? "") })),
  };
}

self.onmessage = async (event) => {
  try {
    const headers = event.data ? { "X-Headingd-Token": event.data } : {};
    const answer = await fetch("/history", { cache: "no-store", headers });
    if (!answer.ok) throw new Error(String(answer.status));
    const history = await answer.json();
    const series = (Array.isArray(history.series) ? history.series : []).map(pack);
    const buffers = series.flatMap((entry) => Object.values(entry.columns).map((column) => column.buffer));
    self.postMessage({ live: history.live !== false, title: String(history.title ?? ""), series }, buffers);
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
};
