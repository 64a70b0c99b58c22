import { preferencesOf, type Statement, type UsagePreferences } from './preferences.ts';
import type { Purpose } from './purposes.ts';

type PurposesByWord = ReadonlyMap<string, readonly Purpose[]>;

/** contentsignals.org: `search=yes, ai-input=no, ai-train=no`. */
const signals: PurposesByWord = new Map([
  ['search', ['search']],
  ['ai-input', ['ai-input']],
  ['ai-train', ['ai-train']],
]);

/**
 * Categories of draft-ietf-aipref-vocab (`train-ai`, `ai-use`, `search`) and of its earlier versions, which sites still
 * send. Ordered from the widest to the narrowest: a statement about a narrow category overrides one about a wider
 * category.
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

/** Reads a Content-Signal. */
export function readContentSignal(value: string): Statement {
  return statementOf(signals, value);
}

/** Reads a Content-Usage of a header or a robots.txt. */
export function readContentUsage(value: string): Statement {
  return statementOf(categories, value);
}

/**
 * Reads `key=value` pairs separated by commas (RFC 9651 §3.2, parameters ignored). Pairs that cannot be read are
 * skipped, so that one mistake of an owner does not undo the rest. If a key occurs twice, the last value counts.
 */
function statementOf(words: PurposesByWord, value: string): Statement {
  const answerByKey = new Map<string, boolean>();
  for (const pair of value.toLowerCase().replace(/["']/g, '').split(',')) {
    const [, key = '', word = ''] = /^\s*([a-z*][a-z0-9_.*-]*)\s*=\s*([a-z]+)\s*(?:;.*)?$/.exec(pair) ?? [];
    const answer = answers.get(word);
    if (answer !== undefined) answerByKey.set(key, answer);
  }
  const statement: { [P in Purpose]?: boolean } = {};
  for (const [word, about] of words) {
    const answer = answerByKey.get(word);
    if (answer !== undefined) for (const purpose of about) statement[purpose] = answer;
  }
  return statement;
}

/**
 * Reads the `tdm-reservation` of a header or a meta element (TDM Reservation Protocol). 1 reserves the rights to text
 * and data mining, which is taken to mean training models and feeding them; 0 does not reserve them; other values are
 * ignored. If the header was sent twice, the first value counts.
 */
export function reservation(value: string | undefined, where: string): UsagePreferences {
  const [, word] = /^\s*["']?([01])["']?\s*(?:[,;]|$)/.exec(value ?? '') ?? [];
  if (word === undefined) return {};
  const allowed = word === '0';
  return preferencesOf({ 'ai-input': allowed, 'ai-train': allowed }, `tdm-reservation: ${word} (${where})`);
}
