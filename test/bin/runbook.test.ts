import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commandTable } from '../../bin/command-table.ts';
import { opsNames } from '../../lib/runtime/operate/ops-request.ts';

const read = (name: string) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
const guide = read('operate');
/** Rows of its tables of verbs: symptom, cause, command. */
const rows = [...guide.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]*`winnow [^|]+) \|$/gm)].map(
  ([, symptom = '', cause = '', command = '']) => ({ symptom, cause, command }),
);
const told = new Set(
  rows.flatMap(({ command }) => [...command.matchAll(/`winnow ([a-z-]+)/g)].map(([, verb = '']) => verb)),
);
/** What the function calls otherwise than the command line does. */
const asVerb: Readonly<Record<string, string>> = {
  letters: 'dlq',
  letter: 'dlq',
  redrive: 'dlq',
  drop: 'dlq',
  'export-begin': 'export',
  'export-look': 'export',
  'export-continue': 'export',
};

describe('docs/operate.md', () => {
  test.each(Object.keys(commandTable))('says when to use `winnow %s`', (verb) => {
    expect([...told]).toContain(verb);
  });

  test.each(opsNames())('says when to ask the ops function for %s', (command) => {
    expect([...told]).toContain(asVerb[command] ?? command);
  });

  test.each(['operate', 'runbook'])('%s.md names no verb that there is not', (page) => {
    const named = [...read(page).matchAll(/`winnow ([a-z-]+)/g)].map(([, verb = '']) => verb);
    for (const verb of new Set(named)) {
      expect(Object.keys(commandTable)).toContain(verb);
    }
  });

  test('has a symptom in each row', () => {
    for (const { symptom } of rows) expect(symptom.trim()).not.toBe('');
  });
});
