import { join } from 'node:path';
import type { ImportItem } from '../combine-format/import-item.ts';
import { readText } from '../file/read-config.ts';
import type { Imported, JobLine } from './imported.ts';
import type { CombineJob } from './read-job.ts';

/** Combine's table of the countries of servers. */
export const countriesFile = 'server2country';
/** What `analysis.countries` takes. */
const maxCountries = 10_000;

/** What `doAnalyse` turns on beside its own key, and the table of countries that it reads. */
export function importAnalysis(job: CombineJob): Imported {
  const lines: JobLine[] = [];
  const items: ImportItem[] = [];
  const line = [...(job.defaults?.lines ?? []), ...job.own.lines].findLast(
    ({ name, blocks }) => name === 'doAnalyse' && blocks.length === 0,
  );
  if (line !== undefined && /^(?:1|on|yes|true)$/i.test(line.value)) {
    const comment = `${line.source}: doAnalyse`;
    for (const path of ['content.language', 'analysis.genre']) lines.push({ path, value: true, comment });
  }
  if (job.files.includes(countriesFile)) {
    const { countries, skipped } = readCountries(readText(join(job.directory, countriesFile)));
    const taken = countries.slice(0, maxCountries);
    if (taken.length > 0) lines.push({ path: 'analysis.countries', value: taken, comment: countriesFile });
    const left = skipped + countries.length - taken.length;
    const note = `${taken.length} servers with their countries; lines without a name and a code of two letters: ${skipped}.`;
    items.push({
      fate: left === 0 ? 'carried' : 'changed',
      name: countriesFile,
      key: 'analysis.countries',
      note,
    });
  }
  return { lines, files: {}, items };
}

/** Lines of a server and its country, in any spacing; those that begin with # are comments. */
function readCountries(text: string): { readonly countries: readonly string[]; readonly skipped: number } {
  const meant = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const countries = meant.flatMap((line) => {
    const [code] = /(?<=[\s,;:=])[A-Za-z]{2}$/.exec(line) ?? [];
    const server = line.slice(0, -2).replace(/(?<![\s,;:=])[\s,;:=]+$/, '');
    return code === undefined || !/^\S{1,255}$/.test(server)
      ? []
      : [`${server.toLowerCase()} ${code.toUpperCase()}`];
  });
  return { countries, skipped: meant.length - countries.length };
}
