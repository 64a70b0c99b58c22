import type { CombineVariable } from './combine-variable.ts';
import { combineVariables } from './variables.ts';

const introduction = `## Combine's variables

Every configuration variable of Combine 4.005, and what stands for it here. \`winnow import-combine DIR\` makes a
job.yaml of a Combine job by this table and says of each setting what became of it; [combine.md](combine.md) is for
people who move over.
`;

/** The table of Combine's variable names beside ours. */
export function documentVariables(variables: readonly CombineVariable[] = combineVariables): string {
  const rows = variables.map(({ name, usual, key, note }) =>
    [
      `\`${name}\``,
      usual === undefined || usual === '' ? '' : `\`${usual}\``,
      key === undefined ? '–' : `\`${key}\``,
      note,
    ]
      .map((cell) => cell.replaceAll('|', '\\|'))
      .join(' | '),
  );
  return [
    introduction,
    '| Combine | its default | job.yaml | |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}
