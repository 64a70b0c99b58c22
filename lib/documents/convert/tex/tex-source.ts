/** Reads the source of a document character by character, with what belongs together. */
export interface TexSource {
  readonly isDone: boolean;
  /** The next character, or the two of a command's beginning. */
  next(): string;
  peek(): string;
  /** The name of the command that begins here, behind its backslash; white space behind a word is swallowed. */
  command(): string;
  /** What stands in braces here, or the one character; empty: nothing does. */
  group(): string;
  /** What stands in brackets here; undefined: nothing does. */
  option(): string | undefined;
  /** The source up to a text, which is passed over; to the end without it. */
  until(text: string): string;
  skipLine(): void;
}

/** UTF-16 units of an argument: longer ones are taken for a missing brace. */
const maxArgument = 20_000;

/** The same of a document that has used up its allowance: braces are missing everywhere. */
const shortArgument = 200;

/** What may be spent on looking for braces that are missing, in a document and the pieces of it that are read on their own. */
export interface ScanAllowance {
  /** UTF-16 units. */
  left: number;
}

export function newScanAllowance(): ScanAllowance {
  return { left: 100 * maxArgument };
}

export function texSource(source: string, allowance: ScanAllowance): TexSource {
  let at = 0;
  const skipSpace = (): void => {
    while (/\s/.test(source.charAt(at))) at += 1;
  };
  function balanced(open: string, close: string): string | undefined {
    let depth = 0;
    const limit = Math.min(source.length, at + (allowance.left > 0 ? maxArgument : shortArgument));
    for (let end = at; end < limit; end++) {
      const char = source.charAt(end);
      if (char === '\\') end += 1;
      else if (char === open) depth += 1;
      else if (char === close && --depth === 0) {
        const inner = source.slice(at + 1, end);
        at = end + 1;
        return inner;
      }
    }
    allowance.left -= limit - at;
    return undefined;
  }
  return {
    get isDone() {
      return at >= source.length;
    },
    next: () => source.charAt(at++),
    peek: () => source.charAt(at),
    command() {
      const word = /[a-zA-Z@]{1,60}\*?/y;
      word.lastIndex = at;
      const name = word.exec(source)?.[0];
      if (name === undefined) return source.charAt(at++);
      at += name.length;
      while (/[ \t]/.test(source.charAt(at))) at += 1;
      return name;
    },
    group() {
      skipSpace();
      if (source.charAt(at) !== '{') {
        if (source.charAt(at) === '\\' || source.charAt(at) === '}') return '';
        return source.charAt(at++);
      }
      return balanced('{', '}') ?? '';
    },
    option() {
      const start = at;
      skipSpace();
      const inner = source.charAt(at) === '[' ? balanced('[', ']') : undefined;
      if (inner === undefined) at = start;
      return inner;
    },
    until(text) {
      const end = source.indexOf(text, at);
      const found = source.slice(at, end < 0 ? source.length : end);
      at = end < 0 ? source.length : end + text.length;
      return found;
    },
    skipLine() {
      const end = source.indexOf('\n', at);
      at = end < 0 ? source.length : end + 1;
      while (/[ \t]/.test(source.charAt(at))) at += 1;
    },
  };
}
