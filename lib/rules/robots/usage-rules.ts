import { preferencesOf, type Statement, type UsagePreferences } from '../rights/preferences.ts';
import { readContentSignal, readContentUsage } from '../rights/read-statement.ts';
import { boundedPattern } from './bounded-rules.ts';
import { type PathRule, pathRules } from './longest-match.ts';
import type { Directive, RobotsLine } from './read-lines.ts';

/** Further lines of a directive are ignored, which bounds the cost of matching their patterns. */
const maxLines = 1_000;

const noPreferences: readonly UsagePreferences[] = [];

/**
 * Returns a function that finds the usage preferences for a path (`canonicalPath`). Of the lines of each kind, the one
 * with the longest matching path applies (draft-ietf-aipref-attach §3). `DisallowAITraining` and `AllowAITraining` are
 * one kind; of two equally long paths, `Allow` wins (draft-canel-robots-ai-control). A line without a path applies to
 * the whole site.
 */
export function usageRules(lines: readonly RobotsLine[]): (path: string) => readonly UsagePreferences[] {
  const signal = pathRules(statements(lines, 'content-signal', readContentSignal));
  const usage = pathRules(statements(lines, 'content-usage', readContentUsage));
  const training = pathRules([
    ...trainingRules(lines, 'allow-training'),
    ...trainingRules(lines, 'disallow-training'),
  ]);
  if (lines.length === 0) return () => noPreferences;
  return (path) => [...signal(path), ...usage(path), ...training(path).slice(0, 1)];
}

function statements(
  lines: readonly RobotsLine[],
  directive: Directive,
  read: (value: string) => Statement,
): readonly PathRule<UsagePreferences>[] {
  return linesOf(lines, directive).flatMap((line) => {
    const [, path = '/', value = ''] = /^(\/\S*)?\s*(.*)$/s.exec(line.value) ?? [];
    return ruleOf(path, read(value), line);
  });
}

function trainingRules(
  lines: readonly RobotsLine[],
  directive: 'allow-training' | 'disallow-training',
): readonly PathRule<UsagePreferences>[] {
  const statement = { 'ai-train': directive === 'allow-training' };
  return linesOf(lines, directive).flatMap((line) =>
    line.value === '' ? [] : ruleOf(line.value, statement, line),
  );
}

function linesOf(lines: readonly RobotsLine[], directive: Directive): readonly RobotsLine[] {
  return lines.filter((line) => line.directive === directive).slice(0, maxLines);
}

function ruleOf(path: string, statement: Statement, line: RobotsLine): readonly PathRule<UsagePreferences>[] {
  const pattern = boundedPattern(path, Object.values(statement).includes(true));
  if (pattern === undefined) return [];
  const source = `${line.written.slice(0, 160)} (robots.txt line ${line.number})`;
  return [{ pattern, value: preferencesOf(statement, source) }];
}
