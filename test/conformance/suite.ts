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

export interface SuiteResult {
  readonly suite: string;
  /** Of the cases that we claim. */
  readonly passed: number;
  readonly total: number;
  readonly failed: readonly { readonly id: string; readonly got: Value; readonly want: Value }[];
  /** Cases that contradict a rule of ours, or ask for what we do not claim, by rule. */
  readonly contradicts: Readonly<Record<string, readonly string[]>>;
}

/** A suite that is ready to be run, whatever its cases look like. */
export interface RunnableSuite {
  readonly name: string;
  readonly file: string;
  /** Undefined when the file is not there. */
  run(): SuiteResult | undefined;
}

export function runnable<Case extends { readonly id: string }>(suite: Suite<Case>): RunnableSuite {
  const { name, file } = suite;
  return { name, file, run: () => (existsSync(casesFile(file)) ? run(suite) : undefined) };
}

function run<Case extends { readonly id: string }>(suite: Suite<Case>): SuiteResult {
  const failed: { id: string; got: Value; want: Value }[] = [];
  const contradicts = new Map<string, string[]>();
  const contradict = (rules: string, id: string) =>
    void contradicts.set(rules, [...(contradicts.get(rules) ?? []), id]);
  let passed = 0;
  for (const one of readCases<Case>(suite.file).filter((each) => suite.has(each))) {
    const notClaimed = suite.notClaimed?.(one);
    if (notClaimed !== undefined) {
      contradict(notClaimed, one.id);
      continue;
    }
    const got = suite.got(one);
    const want = suite.want(one);
    if (same(got, want)) {
      passed++;
      continue;
    }
    const rules = contradicted(suite, one, got, want);
    if (rules === undefined) failed.push({ id: one.id, got, want });
    else contradict(rules, one.id);
  }
  return {
    suite: suite.name,
    passed,
    total: passed + failed.length,
    failed,
    contradicts: Object.fromEntries(contradicts),
  };
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
