/** Whether a name matches. */
export type NameTest = (name: string) => boolean;

/**
 * Compiles patterns of names: `*` stands for any characters, `/i` at the end makes a pattern ignore case.
 * @returns undefined if there are no patterns
 */
export function namePatterns(patterns: readonly string[]): NameTest | undefined {
  if (patterns.length === 0) return undefined;
  const exact = new Set<string>();
  const caseless = new Set<string>();
  const globs: { readonly pattern: string; readonly caseless: boolean }[] = [];
  for (const written of patterns) {
    const anyCase = written.endsWith('/i');
    const pattern = anyCase ? written.slice(0, -2).toLowerCase() : written;
    if (pattern.includes('*')) globs.push({ pattern, caseless: anyCase });
    else (anyCase ? caseless : exact).add(pattern);
  }
  const lowers = caseless.size > 0 || globs.some((glob) => glob.caseless);
  return (name) => {
    if (exact.has(name)) return true;
    const lower = lowers ? name.toLowerCase() : name;
    if (caseless.has(lower)) return true;
    return globs.some((glob) => matchesGlob(glob.pattern, glob.caseless ? lower : name));
  };
}

/** Each `*` matches as little as possible, and only the last `*` is ever extended: time is at most pattern × text. */
function matchesGlob(pattern: string, text: string): boolean {
  let at = 0;
  let from = 0;
  let star = -1;
  let starFrom = 0;
  while (from < text.length) {
    if (pattern[at] === '*') {
      star = at++;
      starFrom = from;
    } else if (at < pattern.length && pattern[at] === text[from]) {
      at++;
      from++;
    } else if (star >= 0) {
      at = star + 1;
      from = ++starFrom;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
