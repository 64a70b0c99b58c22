import {
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
} from 'yaml';

/** Something wrong at a place of a file. Line and column from 1. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A YAML 1.2 text that was read, and where its parts stand. */
export interface YamlSource {
  /** Plain data; undefined when the text holds none. */
  readonly value: unknown;
  /** What is wrong with the YAML itself; then `value` is not to be used. */
  readonly problems: readonly Problem[];
  /** Where the value at a path stands, or where the nearest part around it does. */
  position(path: readonly PropertyKey[]): { readonly line: number; readonly column: number };
  /** Where the key itself stands. */
  keyPosition(path: readonly PropertyKey[], key: string): { readonly line: number; readonly column: number };
}

/** How deep aliases may blow a file up; a configuration needs hardly any. */
const maxAliases = 100;

export function readYaml(text: string): YamlSource {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    strict: true,
    uniqueKeys: true,
    prettyErrors: false,
    lineCounter: lines,
  });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problems: Problem[] = [...document.errors, ...document.warnings].map((error) => ({
    ...place(error.pos[0]),
    message:
      error.code === 'DUPLICATE_KEY'
        ? `the key ${JSON.stringify(keyText(text, error.pos))} stands twice in the same mapping`
        : error.message,
  }));
  let value: unknown;
  if (problems.length === 0) {
    try {
      value = document.toJS({ maxAliasCount: maxAliases });
    } catch (error) {
      problems.push({ line: 1, column: 1, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return {
    value: value ?? undefined,
    problems,
    position: (path) => place(startOf(nearestNode(document, path))),
    keyPosition: (path, key) => {
      const parent = nearestNode(document, path);
      const pair = isMap(parent) ? parent.items.find((item) => keyOf(item) === key) : undefined;
      return place(pair !== undefined && isNode(pair.key) ? startOf(pair.key) : startOf(parent));
    },
  };
}

function keyText(text: string, [start, end]: readonly [number, number]): string {
  return (/^[^:\n]*/.exec(text.slice(start, Math.max(end, start + 60)))?.[0] ?? '').trim();
}

function keyOf(pair: Pair): string | undefined {
  return isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : undefined;
}

function nearestNode(document: Document, path: readonly PropertyKey[]): Node | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const found = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(found)) return found;
  }
  return undefined;
}

function startOf(node: Node | undefined): number {
  return node?.range?.[0] ?? 0;
}
