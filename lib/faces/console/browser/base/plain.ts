/** So much of a text is shown. */
const mostShown = 200_000;

/** A long text with its lines, without what would turn the direction of what stands around it, and no more than a page takes. */
export function plain(text: string): string {
  const safe = text.slice(0, mostShown).replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
  return text.length > mostShown ? `${safe}…` : safe;
}
