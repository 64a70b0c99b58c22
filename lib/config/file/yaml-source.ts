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
  visit,
} from 'yaml';
import { append } from '../../domain/base/long-lists.ts';
import { yamlError } from './yaml-error.ts';

/** Something wrong at a place of a file. Line and column from 1. */
export interface YamlProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A YAML 1.2 text that was read, and where its parts stand. */
export interface YamlSource {
  /** Plain data; undefined when the text holds none. */
  readonly value: unknown;
  /** What is wrong with the YAML itself; then `value` is not to be used. */
  readonly problems: readonly YamlProblem[];
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
  const problems: YamlProblem[] = [...document.errors, ...document.warnings].map((error) => ({
    ...place(error.pos[0]),
    message: yamlError(error, text),
  }));
  if (problems.length === 0) {
    append(
      problems,
      badAliases(document).map(({ at, message }) => ({ ...place(at), message })),
    );
  }
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

/** Aliases that name nothing, or a part that they stand in themselves: such a value would have no end. */
function badAliases(document: Document): readonly { readonly at: number; readonly message: string }[] {
  const found: { at: number; message: string }[] = [];
  visit(document, {
    Alias(_, alias, path) {
      const named = alias.resolve(document);
      const message =
        named === undefined
          ? `*${alias.source} names no anchor that stands before it: write &${alias.source} at the part that is meant`
          : path.includes(named)
            ? `*${alias.source} stands inside the part that it names, so that its value would have no end: write the value out`
            : undefined;
      if (message !== undefined) found.push({ at: startOf(alias), message });
    },
  });
  return found;
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
