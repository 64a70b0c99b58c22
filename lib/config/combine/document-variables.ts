import type { CombineVariable } from './combine-variable.ts';
import { combineVariables } from './variables.ts';

const introduction = `# Combine's variables

<!-- Generated from lib/config/combine/variables.ts by \`npm run docs\`; a test fails when it differs. -->

Every variable of Combine 4.005, and what stands for it here. \`winnow import-combine DIR\` converts a job by this table
([combine.md](combine.md)).
`;

/** The table of Combine's variable names beside ours; variables of which the same is said share a row. */
export function documentVariables(variables: readonly CombineVariable[] = combineVariables): string {
  const said = Map.groupBy(variables, ({ key = '–', note }) => `${key} ${note}`);
  const rows = [...said.values()].map((alike) =>
    [
      alike.map(({ name, usual = '' }) => code(name) + (usual === '' ? '' : ` (${code(usual)})`)).join(', '),
      alike[0]?.key === undefined ? '–' : code(alike[0].key),
      alike[0]?.note ?? '',
    ]
      .map((cell) => cell.replaceAll('|', '\\|'))
      .join('|'),
  );
  return [
    introduction,
    '|Combine (its default)|job.yaml||',
    '|---|---|---|',
    ...rows.map((row) => `|${row}|`),
    '',
  ].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
