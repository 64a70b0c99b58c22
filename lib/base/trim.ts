/**
 * A text without some characters at its ends. In place of `/[x]+$/`, which looks at a run of them once for each of its
 * characters wherever in the text it stands.
 * @param set the characters, UTF-16 units
 */
export function trimmed(text: string, set: string): string {
  let start = 0;
  while (start < text.length && set.includes(text.charAt(start))) start += 1;
  return trimmedEnd(text.slice(start), set);
}

/** The same at the end only. */
export function trimmedEnd(text: string, set: string): string {
  let end = text.length;
  while (end > 0 && set.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
