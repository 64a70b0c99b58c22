import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import { append } from '../../base/long-lists.ts';
import { duplicateKey, yamlError } from './yaml-error.ts';

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
/** Anchors and aliases of a file: each alias is looked for among all of them. */
const maxNames = 1_000;

export function readYaml(text: string): YamlSource {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    strict: true,
    // The library compares each key with each: `faultsIn` looks them up.
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter: lines,
  });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problems: YamlProblem[] = [...document.errors, ...document.warnings].map((error) => ({
    ...place(error.pos[0]),
    message: yamlError(error),
  }));
  if (problems.length === 0) {
    append(
      problems,
      faultsIn(document).map(({ at, message }) => ({ ...place(at), message })),
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

interface Fault {
  readonly at: number;
  readonly message: string;
}

/**
 * Keys that stand twice in a mapping; aliases that name nothing, or a part that they stand in themselves: such a value would have no
 * end. Ends with the anchor or alias that is one too many.
 */
function faultsIn(document: Document): readonly Fault[] {
  const found: Fault[] = [];
  const anchors = new Map<string, Node>();
  let names = 0;
  visit(document, (_, node, path) => {
    if (isMap(node)) append(found, duplicateKeys(node));
    if (!isNode(node)) return undefined;
    const anchor = isAlias(node) ? undefined : node.anchor;
    if (anchor !== undefined) anchors.set(anchor, node);
    const message = isAlias(node) ? aliasFault(node.source, anchors.get(node.source), path) : undefined;
    if (message !== undefined) found.push({ at: startOf(node), message });
    if (anchor === undefined && !isAlias(node)) return undefined;
    names += 1;
    if (names <= maxNames) return undefined;
    found.push({ at: startOf(node), message: `a file has at most ${maxNames} anchors and aliases` });
    return visit.BREAK;
  });
  return found;
}

function aliasFault(name: string, named: Node | undefined, path: readonly unknown[]): string | undefined {
  if (named === undefined) {
    return `*${name} names no anchor that stands before it: write &${name} at the part that is meant`;
  }
  return path.includes(named)
    ? `*${name} stands inside the part that it names, so that its value would have no end: write the value out`
    : undefined;
}

function duplicateKeys({ items }: YAMLMap): readonly Fault[] {
  const known = new Set<unknown>();
  return items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const isKnown = known.has(key.value);
    known.add(key.value);
    return isKnown ? [{ at: startOf(key), message: duplicateKey(String(key.value)) }] : [];
  });
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
