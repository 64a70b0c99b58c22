import { preferencesOf, type Statement, type UsagePreferences } from '../rights/preferences.ts';
import { readContentSignal, readContentUsage } from '../rights/read-statement.ts';
import { boundedPattern } from './bounded-rules.ts';
import { type PathRule, pathRules } from './path-rules.ts';
import type { Directive, RobotsLine } from './read-lines.ts';

/** Lines of one directive that are looked at: nobody needs more, and their patterns have to be bounded somehow. */
const maxLines = 1_000;

const nothing: readonly UsagePreferences[] = [];

/**
 * What lines about usage say of a path (`canonicalPath`). Of each kind the longest path holds, as with rules
 * (draft-ietf-aipref-attach §3); `DisallowAITraining` and `AllowAITraining` are one kind, and an equal `Allow` wins
 * (draft-canel-robots-ai-control). A line without a path is for the whole site.
 */
export function usageRules(lines: readonly RobotsLine[]): (path: string) => readonly UsagePreferences[] {
  const signal = pathRules(statements(lines, 'content-signal', readContentSignal));
  const usage = pathRules(statements(lines, 'content-usage', readContentUsage));
  const training = pathRules([
    ...trainingRules(lines, 'allow-training'),
    ...trainingRules(lines, 'disallow-training'),
  ]);
  if (lines.length === 0) return () => nothing;
  return (path) => [...signal(path), ...usage(path), ...training(path).slice(0, 1)];
}

function statements(
  lines: readonly RobotsLine[],
  directive: Directive,
  read: (value: string) => Statement,
): readonly PathRule<UsagePreferences>[] {
  return linesOf(lines, directive).flatMap((line) => {
    const [, path = '/', value = ''] = /^(\/\S*)?\s*(.*)$/.exec(line.value) ?? [];
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
