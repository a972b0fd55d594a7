// Choices that stay in this browser. Storage may be forbidden; the page works without it.

export function remembered(key, session = false) {
  try { return (session ? sessionStorage : localStorage).getItem(`headingd.${key}`); } catch { return null; }
}

export function remember(key, value, session = false) {
  try { (session ? sessionStorage : localStorage).setItem(`headingd.${key}`, value); } catch { /* kept for this page only */ }
}
