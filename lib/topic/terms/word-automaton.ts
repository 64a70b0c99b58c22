/** Where a part of a topic term was found: offsets into the converted text. */
export type FoundPart = (part: number, start: number, end: number) => void;

interface Node {
  readonly next: Map<string, Node>;
  /** Parts that end with this token. */
  parts: number[];
  /** Beginnings of the next token that end parts, and their lengths, longest first. */
  readonly prefixes: Map<string, number[]>;
  lengths: number[];
}

/** Runs of word characters, and single characters between them. */
const tokens = /[\p{L}\p{N}\p{M}_]+|[^\p{L}\p{N}\p{M}_]/gu;
/** The same, five times as fast, in a text whose only signs are those of ASCII: a converted one has no others. */
const plainTokens = /[\w\u0080-\uffff]+|[^\w\u0080-\uffff]/g;
const beyondAscii = /[\u0080-\uffff]+/g;
const otherSigns = /[^\p{L}\p{N}\p{M}]/u;
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

/** Finds words and phrases at word boundaries, all in one pass over a text, however many there are. */
export interface WordAutomaton {
  /** @param literal that `isOfWords` */
  add(part: number, literal: string, truncated: boolean): void;
  /** Calls `found` for each part where it begins, in the order of the text; longer matches of a part first. */
  scan(text: string, found: FoundPart): void;
}

/** Whether it can be matched token by token: it begins and ends with a word character. */
export function isOfWords(literal: string): boolean {
  return wordCharacter.test(literal.at(0) ?? '') && wordCharacter.test(literal.at(-1) ?? '');
}

export function openWordAutomaton(): WordAutomaton {
  const root = newNode();
  return {
    add(part, literal, truncated) {
      const path = literal.match(tokens) ?? [];
      let node = root;
      for (const token of truncated ? path.slice(0, -1) : path) node = child(node, token);
      if (truncated) addPrefix(node, path.at(-1) as string, part);
      else node.parts.push(part);
    },
    scan(text, found) {
      const list = text.match(hasOtherSigns(text) ? tokens : plainTokens) ?? [];
      const offsets = new Uint32Array(list.length + 1);
      for (let i = 0; i < list.length; i += 1)
        offsets[i + 1] = (offsets[i] as number) + (list[i] as string).length;
      const runEnd = runEnds(list);
      const beginnings = new Map<string, readonly (readonly number[])[]>();
      for (let i = 0; i < list.length; i += 1) {
        const token = list[i] as string;
        let opened = beginnings.get(token);
        if (opened === undefined) {
          opened = prefixesOf(root, token);
          beginnings.set(token, opened);
        }
        if (opened.length > 0) report(opened, offsets, i, runEnd(i), found);
        const node = root.next.get(token);
        if (node) walk(node, { list, offsets, runEnd }, i, found);
      }
    },
  };
}

/** Classes of Unicode are slow to look for: only in what is not ASCII. */
function hasOtherSigns(text: string): boolean {
  return text.match(beyondAscii)?.some((run) => otherSigns.test(run)) ?? false;
}

/** A text in tokens. */
interface Tokens {
  readonly list: readonly string[];
  /** Where each begins, and the last ends. */
  readonly offsets: Uint32Array;
  readonly runEnd: (token: number) => number;
}

/** Follows the phrases that begin with token `start`; `node` is where that token leads. */
function walk(from: Node, { list, offsets, runEnd }: Tokens, start: number, found: FoundPart): void {
  let node: Node | undefined = from;
  for (let at = start; node; at += 1) {
    for (const part of node.parts) found(part, offsets[start] as number, offsets[at + 1] as number);
    const next = list[at + 1];
    if (next === undefined) return;
    if (node.lengths.length > 0) report(prefixesOf(node, next), offsets, start, runEnd(at + 1), found);
    node = node.next.get(next);
  }
}

function report(
  hits: readonly (readonly number[])[],
  offsets: Uint32Array,
  start: number,
  end: number,
  found: FoundPart,
): void {
  for (const parts of hits) {
    for (const part of parts) found(part, offsets[start] as number, offsets[end + 1] as number);
  }
}

/**
 * The last token of what a truncated part takes: all that follows its beginning up to a space, less what is no word
 * at the end. All of them are looked for at once when the first is asked for: a text without spaces is one run.
 */
function runEnds(list: readonly string[]): (token: number) => number {
  let ends: Int32Array | undefined;
  return (token) => {
    ends ??= findRunEnds(list);
    return ends[token] as number;
  };
}

function findRunEnds(list: readonly string[]): Int32Array {
  const ends = new Int32Array(list.length);
  let end = -1;
  for (let i = list.length - 1; i >= 0; i -= 1) {
    const token = list[i] as string;
    if (token === ' ') end = -1;
    else if (end === -1 && wordCharacter.test(token)) end = i;
    ends[i] = end === -1 ? i : end;
  }
  return ends;
}

function prefixesOf({ prefixes, lengths }: Node, token: string): readonly (readonly number[])[] {
  const hits: (readonly number[])[] = [];
  for (const length of lengths) {
    const parts = length <= token.length ? prefixes.get(token.slice(0, length)) : undefined;
    if (parts) hits.push(parts);
  }
  return hits;
}

function newNode(): Node {
  return { next: new Map(), parts: [], prefixes: new Map(), lengths: [] };
}

function child(node: Node, token: string): Node {
  let next = node.next.get(token);
  if (!next) {
    next = newNode();
    node.next.set(token, next);
  }
  return next;
}

function addPrefix(node: Node, prefix: string, part: number): void {
  const parts = node.prefixes.get(prefix);
  if (parts) parts.push(part);
  else node.prefixes.set(prefix, [part]);
  if (!node.lengths.includes(prefix.length)) {
    node.lengths = [...node.lengths, prefix.length].sort((a, b) => b - a);
  }
}
