import { namedQueries } from './named-queries.ts';
import type { NamedQuery } from './named-query.ts';
import type { SqlTable } from './table.ts';
import { sqlTables } from './tables.ts';

/** `docs/sql-tables.md`. */
export function tablesPage(): string {
  const tables: readonly SqlTable[] = Object.values(sqlTables);
  return `${head}${tables.map(tableText).join('\n')}\n${questionsHead}${namedQueries.map(queryText).join('')}`;
}

const head = `<!-- Made from lib/capabilities/sql by \`npm run docs\`. -->
# Tables and questions

What \`winnow sql\` asks ([sql.md](sql.md)). Names and meanings stay from version to version; columns may be added at the end. Times
are texts in ISO 8601, UTC.

`;

const questionsHead = `## Questions

\`winnow sql --named NAME\` asks one; \`winnow sql --show NAME\` prints its SQL, with the values that \`--set\` gives, and how to read the
answer.

`;

function tableText({ name, description, columns }: SqlTable): string {
  const rows = columns.map((one) => `| \`${one.name}\` ${one.type} | ${one.description} |\n`);
  return `## ${name}\n\n${description}\n\n| column | meaning |\n|---|---|\n${rows.join('')}`;
}

function queryText({ name, title, parameters = {} }: NamedQuery): string {
  const values = Object.entries(parameters).map(
    ([key, value]) => `\`${key}\`${value === null ? '' : ` (${value})`}`,
  );
  const valuesText = values.length === 0 ? '' : ` Values: ${values.join(', ')}.`;
  return `- \`${name}\`: ${title}.${valuesText}\n`;
}
