/** Text as HTML, also inside a quoted attribute. What a browser would not show is left out. */
export function escaped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in a page
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
  );
}

/** Somebody else's text: its direction of writing ends where it ends. */
export function foreign(text: string): string {
  return `<bdi>${escaped(text)}</bdi>`;
}

/** A link to a page out there; text only when it is no URL of the web. */
export function linkTo(url: string, text = url): string {
  if (!/^https?:\/\//.test(url) || url.endsWith('…')) return foreign(text);
  return `<a href="${escaped(url)}" rel="noreferrer noopener" target="_blank">${foreign(text)}</a>`;
}

/** JSON that can stand inside a script element. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** `12,345`. */
export function whole(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(?:\d{3}){1,7}$)/g, ',');
}

/** `1 host`, `2 hosts`. */
export function some(count: number, noun: string, plural = `${noun}s`): string {
  return `${whole(count)} ${count === 1 ? noun : plural}`;
}

/** Three digits that count: `0.0123`, `1.23`, `123`. */
export function figure(value: number): string {
  return Math.abs(value) >= 1_000 ? whole(value) : String(Number(value.toPrecision(3)));
}

export function percent(part: number): string {
  if (part > 0 && part < 0.001) return '< 0.1 %';
  return `${(100 * part).toFixed(part >= 0.0995 || part === 0 ? 0 : 1)} %`;
}

export function bytes(value: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let at = 0;
  let rest = value;
  for (; rest >= 1_000 && at < units.length - 1; at += 1) rest /= 1_000;
  return `${figure(rest)} ${units[at]}`;
}

export function dollars(value: number): string {
  if (value > 0 && value < 0.0001) return '< $0.0001';
  if (value > 0 && value < 0.01) return `$${value.toPrecision(2)}`;
  return `$${value.toFixed(2)}`;
}

/** A span of time in its two largest units: `2 h 5 min`. */
export function span(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const parts: readonly (readonly [number, string])[] = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
    [1, 's'],
  ];
  const first = parts.findIndex(([unit]) => seconds >= unit);
  const [unit = 1, name = 's'] = parts[first] ?? [];
  const [next = 1, nextName = ''] = parts[first + 1] ?? [];
  const rest = Math.floor((seconds % unit) / next);
  return `${Math.floor(seconds / unit)} ${name}${rest === 0 || nextName === '' ? '' : ` ${rest} ${nextName}`}`;
}

/** `2026-11-22 03:40:12 UTC`. */
export function instant(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
