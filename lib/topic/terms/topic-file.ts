import { wordForm } from '../../base/language/word-form.ts';
import { compilePattern } from '../../base/pattern/pattern.ts';
import { forTerms } from '../../base/pattern/pattern-use.ts';
import { simplePattern } from './simple-pattern.ts';

/** A row of a topic definition: a term, what a match of it is worth, and the classes that it speaks for. */
export interface TopicTerm {
  /** In the file, from 1. */
  readonly line: number;
  /** Points for a match; negative ones speak against the classes. */
  readonly weight: number;
  /** As written, its words in one form (`wordForm`), stop words taken out: words, a phrase, or several joined by `@and`. */
  readonly term: string;
  /** What all must be there: one part, or those that `@and` joins. */
  readonly parts: readonly string[];
  readonly classes: readonly string[];
}

/** A line that is not what the grammar says. */
export interface TopicFault {
  readonly line: number;
  readonly text: string;
  /** What is wrong and what was expected, as one sentence. */
  readonly problem: string;
}

export interface TopicDefinition {
  readonly terms: readonly TopicTerm[];
  readonly faults: readonly TopicFault[];
}

/** Combine drops shorter terms: they match everywhere. */
const shortestTerm = 3;
const row = /^\s*(-?\d+):\s([^=]+)=(.*)$/;

/**
 * Reads a topic definition by the grammar of Combine's manual (§4.5.2): rows `WEIGHT: TERMS=CLASS[, CLASS]`, comments
 * that begin with `#`, empty lines. Never throws: what cannot be read is a fault, and the rest is used.
 * @param stopWords taken out of the terms, as out of the text
 */
export function readTopicFile(text: string, stopWords: ReadonlySet<string>): TopicDefinition {
  const terms: TopicTerm[] = [];
  const faults: TopicFault[] = [];
  const seen = new Map<string, number>();
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const line = index + 1;
    if (raw.trim() === '' || raw.startsWith('#')) continue;
    const result = readRow(raw, line, stopWords);
    if ('problem' in result) {
      faults.push({ line, text: raw.slice(0, 200), problem: result.problem });
      continue;
    }
    const name = `${result.term}=${result.classes.join(', ')}`;
    const before = seen.get(name);
    if (before === undefined) seen.set(name, line);
    else
      faults.push({
        line,
        text: raw.slice(0, 200),
        problem: `the same term and classes as in line ${before}; both count`,
      });
    terms.push(result);
  }
  return { terms, faults };
}

function readRow(
  raw: string,
  line: number,
  stopWords: ReadonlySet<string>,
): TopicTerm | { readonly problem: string } {
  const match = row.exec(raw);
  if (!match) return { problem: whatIsMissing(raw) };
  const [, weight = '', written = '', classList = ''] = match;
  const term = wordForm(written)
    .split(/\s+/)
    .filter((word) => word !== '' && !stopWords.has(word))
    .join(' ');
  const classes = classList
    .split(/,\s+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (classes.length === 0) return { problem: 'no class after "="; expected WEIGHT: TERM=CLASS' };
  if (term.length < shortestTerm) {
    return {
      problem: `"${term}" is shorter than ${shortestTerm} characters without stop words, and is left out`,
    };
  }
  const parts = term.split(/ ?@and(?: |$)/);
  if (parts.includes('')) return { problem: '"@and" without a term on each side' };
  for (const part of parts) {
    const problem = whatIsWrong(part);
    if (problem !== undefined) return { problem: `"${part.slice(0, 80)}", ${problem}` };
  }
  return { line, weight: Number(weight), term, parts, classes };
}

/** Why a part of a term cannot be used; undefined when it can. */
function whatIsWrong(part: string): string | undefined {
  if (simplePattern(part) !== undefined) return undefined;
  const compiled = compilePattern(part, forTerms);
  return compiled.ok ? undefined : `character ${compiled.at + 1}: ${compiled.problem}`;
}

function whatIsMissing(raw: string): string {
  const colon = raw.indexOf(':');
  if (colon === -1) return 'no ":" after the weight; expected WEIGHT: TERM=CLASS';
  const weight = raw.slice(0, colon).trim();
  if (!/^-?\d+$/.test(weight))
    return `"${weight.slice(0, 20)}" is not a whole number; expected WEIGHT: TERM=CLASS`;
  if (!/^\s/.test(raw.slice(colon + 1))) return 'no space after ":"; expected WEIGHT: TERM=CLASS';
  if (!raw.includes('=')) return 'no "=" before the class; expected WEIGHT: TERM=CLASS';
  return 'no term before "="; expected WEIGHT: TERM=CLASS';
}
