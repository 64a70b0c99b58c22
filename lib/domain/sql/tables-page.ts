import { namedQueries } from './named-queries.ts';
import type { NamedQuery } from './named-query.ts';
import type { SqlTable } from './table.ts';
import { sqlTables } from './tables.ts';

/** `docs/sql-tables.md`. */
export function tablesPage(): string {
  const tables: readonly SqlTable[] = Object.values(sqlTables);
  return `${head}${tables.map(tableText).join('\n')}\n${questionsHead}${namedQueries.map(queryText).join('')}`;
}

const head = `<!-- Made from lib/domain/sql by \`npm run docs\`. -->
# Tables and questions

What \`winnow sql\` asks ([sql.md](sql.md)). Names and meanings stay from version to version; columns may be added at the end. Times
are texts in ISO 8601, UTC.

`;

const questionsHead = `## Questions

\`winnow sql --named NAME\` asks them; \`winnow sql --show NAME\` prints their SQL, with the values that \`--set\` gives. § is a section of
Chakrabarti, van den Berg and Dom (1999).

`;

function tableText({ name, description, columns }: SqlTable): string {
  const rows = columns.map((one) => `| \`${one.name}\` ${one.type} | ${one.description} |\n`);
  return `## ${name}\n\n${description}\n\n| column | meaning |\n|---|---|\n${rows.join('')}`;
}

const paper = 'Chakrabarti, van den Berg and Dom 1999, ';

function queryText({ name, title, explanation, parameters = {} }: NamedQuery): string {
  const values = Object.entries(parameters).map(
    ([key, value]) => `\`${key}\`${value === null ? '' : ` (${value})`}`,
  );
  const valuesText = values.length === 0 ? '' : ` Values: ${values.join(', ')}.`;
  return `- \`${name}\`: **${title}.** ${explanation.replaceAll(paper, '')}${valuesText}\n`;
}
