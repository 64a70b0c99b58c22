import type { Purpose, Statement } from './preferences.ts';

type PurposesByWord = ReadonlyMap<string, readonly Purpose[]>;

/** contentsignals.org: `search=yes, ai-input=no, ai-train=no`. */
const signals: PurposesByWord = new Map([
  ['search', ['search']],
  ['ai-input', ['ai-input']],
  ['ai-train', ['ai-train']],
]);

/**
 * Categories of draft-ietf-aipref-vocab (`train-ai`, `ai-use`, `search`) and of its earlier versions, which sites still
 * send. From the widest to the narrowest: what is said of a narrow one holds against what is said of one around it.
 */
const categories: PurposesByWord = new Map([
  ['bots', ['search', 'archive', 'ai-input', 'ai-train']],
  ['ai', ['ai-input', 'ai-train']],
  ['ai-use', ['ai-input']],
  ['train-ai', ['ai-train']],
  ['train-genai', ['ai-train']],
  ['search', ['search']],
]);

const answers: ReadonlyMap<string, boolean> = new Map([
  ['y', true],
  ['yes', true],
  ['n', false],
  ['no', false],
]);

/** What a Content-Signal says. */
export function readContentSignal(value: string): Statement {
  return statementOf(signals, value);
}

/** What a Content-Usage says, in a header or a robots.txt. */
export function readContentUsage(value: string): Statement {
  return statementOf(categories, value);
}

/**
 * `key=value` pairs between commas (RFC 9651 §3.2, without its parameters). Pairs that cannot be read say nothing, the
 * others hold: one slip of an owner must not undo the rest. Of two with one key the last counts.
 */
function statementOf(words: PurposesByWord, value: string): Statement {
  const said = new Map<string, boolean>();
  for (const pair of value.toLowerCase().split(',')) {
    const [, key = '', word = ''] =
      /^\s*([a-z*][a-z0-9_.*-]*)\s*=\s*"?([a-z]+)"?\s*(?:;.*)?$/.exec(pair) ?? [];
    const answer = answers.get(word);
    if (answer !== undefined) said.set(key, answer);
  }
  const statement: { [P in Purpose]?: boolean } = {};
  for (const [word, about] of words) {
    const answer = said.get(word);
    if (answer !== undefined) for (const purpose of about) statement[purpose] = answer;
  }
  return statement;
}
