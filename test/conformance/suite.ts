import { existsSync } from 'node:fs';
import { casesFile, readCases } from '../support/cases.ts';

/** What is compared: what we give and what the suite expects, as far as they may differ. */
export type Value = string | boolean | null | readonly string[];

/**
 * A written policy of ours that a suite does not share: it reads the expectation as we mean it, out of the case alone.
 * A case that fails but agrees once rules have been applied contradicts just these rules.
 */
export interface Rule<Case> {
  /** Short, with the page that states it: `docs/urls.md`, 'userinfo'. */
  readonly name: string;
  /** The expectation under our rule; the same value when the rule does not concern the case. */
  read(want: Value, one: Case): Value;
}

export interface Suite<Case> {
  readonly name: string;
  /** Below the folder of cases: `urls/cases.jsonl`. */
  readonly file: string;
  /** Which cases of the file are its own. */
  has(one: Case): boolean;
  /** Why a case asks for something that we do not claim to have; undefined for what we do. */
  notClaimed?(one: Case): string | undefined;
  got(one: Case): Value;
  want(one: Case): Value;
  readonly rules: readonly Rule<Case>[];
}

/** Thrown for a case that a suite cannot make anything of: it is counted as skipped. */
export class UnknownCase extends Error {}

export interface SuiteResult {
  readonly suite: string;
  /** Of the cases that we claim. */
  readonly passed: number;
  readonly total: number;
  readonly failed: readonly { readonly id: string; readonly got: Value; readonly want: Value }[];
  /** Cases that contradict a rule of ours, or ask for what we do not claim, by rule. */
  readonly contradicts: Readonly<Record<string, readonly string[]>>;
  /** Cases that the suite does not know, by what is unknown. */
  readonly skipped: Readonly<Record<string, readonly string[]>>;
}

/** A suite that is ready to be run, whatever its cases look like. */
export interface RunnableSuite {
  readonly name: string;
  readonly file: string;
  /** Undefined when the file is not there. */
  run(): SuiteResult | undefined;
  /** Whether a case of the file is one of its own; false for what is no case at all. */
  has(one: unknown): boolean;
}

export function runnable<Case extends { readonly id: string }>(suite: Suite<Case>): RunnableSuite {
  const { name, file } = suite;
  const has = (one: unknown): boolean => isKnown(suite, one as Case);
  return { name, file, has, run: () => (existsSync(casesFile(file)) ? run(suite) : undefined) };
}

/** Cases of a file that none of the suites knows, by their kinds. */
export function unknownCases(
  file: string,
  suites: readonly RunnableSuite[],
): Readonly<Record<string, readonly string[]>> {
  const own = suites.filter((suite) => suite.file === file);
  const unknown = readCases<Partial<{ readonly id: string; readonly kind: string }> | null>(file).filter(
    (one) => !own.some((suite) => suite.has(one)),
  );
  return byReason(unknown.map((one) => [one?.kind ?? 'no kind', one?.id ?? 'no id']));
}

function isKnown<Case>(suite: Suite<Case>, one: Case): boolean {
  try {
    return suite.has(one);
  } catch {
    return false;
  }
}

type Outcome =
  | { readonly is: 'passed' }
  | { readonly is: 'failed'; readonly got: Value; readonly want: Value }
  | { readonly is: 'contradicts' | 'skipped'; readonly reason: string };

function run<Case extends { readonly id: string }>(suite: Suite<Case>): SuiteResult {
  const outcomes = readCases<Case>(suite.file)
    .filter((one) => isKnown(suite, one))
    .map((one) => ({ id: one.id, ...outcomeOf(suite, one) }));
  const reasons = (kind: 'contradicts' | 'skipped') =>
    byReason(outcomes.flatMap((one) => (one.is === kind ? [[one.reason, one.id] as const] : [])));
  const failed = outcomes.flatMap((one) =>
    one.is === 'failed' ? [{ id: one.id, got: one.got, want: one.want }] : [],
  );
  const passed = outcomes.filter(({ is }) => is === 'passed').length;
  return {
    ...{ suite: suite.name, passed, total: passed + failed.length, failed },
    ...{ contradicts: reasons('contradicts'), skipped: reasons('skipped') },
  };
}

function outcomeOf<Case>(suite: Suite<Case>, one: Case): Outcome {
  let want: Value;
  try {
    const notClaimed = suite.notClaimed?.(one);
    if (notClaimed !== undefined) return { is: 'contradicts', reason: notClaimed };
    want = suite.want(one);
  } catch (error) {
    return { is: 'skipped', reason: wordsOf(error) };
  }
  try {
    const got = suite.got(one);
    if (same(got, want)) return { is: 'passed' };
    const reason = contradicted(suite, one, got, want);
    return reason === undefined ? { is: 'failed', got, want } : { is: 'contradicts', reason };
  } catch (error) {
    const isUnknown = error instanceof UnknownCase || (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isUnknown) return { is: 'skipped', reason: wordsOf(error) };
    return { is: 'failed', got: `threw ${wordsOf(error)}`, want };
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function byReason(pairs: readonly (readonly [reason: string, id: string])[]): Record<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const [reason, id] of pairs) ids.set(reason, [...(ids.get(reason) ?? []), id]);
  return Object.fromEntries(ids);
}

/** The rules that turn the expectation into what we give; undefined when even all of them do not. */
function contradicted<Case>(suite: Suite<Case>, one: Case, got: Value, want: Value): string | undefined {
  const names: string[] = [];
  let read = want;
  for (const rule of suite.rules) {
    const next = rule.read(read, one);
    if (!same(next, read)) names.push(rule.name);
    read = next;
    if (same(got, read)) return names.join(' + ');
  }
  return undefined;
}

function same(a: Value, b: Value): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
