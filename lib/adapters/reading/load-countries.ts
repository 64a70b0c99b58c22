import { existsSync, readFileSync } from 'node:fs';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { WinnowError } from '../../base/error.ts';
import { keepCountries } from '../../documents/analyse.ts';
import type { AnalysisSettings } from '../../documents/settings.ts';
import type { WrittenPage } from '../../ports/web.ts';

/** The database that this thread has loaded, or found missing. */
let known: string | undefined;

/**
 * Loads the database of addresses that a job names, once; another one takes its place. Where the file is not there, as in a
 * stack, there is none.
 * @throws WinnowError `config` if it cannot be read
 */
export function loadCountries({ country, ipDatabase }: AnalysisSettings): void {
  if (!country || ipDatabase === undefined || ipDatabase === known) return;
  const { reader, source } = (existsSync(ipDatabase) && openCountries(ipDatabase)) || {};
  keepCountries((address) => {
    const found = reader?.get(address);
    const code = found?.country?.iso_code ?? found?.registered_country?.iso_code;
    return code === undefined || source === undefined ? undefined : { code, source };
  });
  known = ipDatabase;
}

/** Databases of addresses that can be read. */
const readable = new Set<string>();

/** Makes sure that the database of addresses that a job names can be read. @throws WinnowError `config` */
export function requireCountries({ country, ipDatabase }: AnalysisSettings): void {
  if (!country || ipDatabase === undefined || readable.has(ipDatabase) || !existsSync(ipDatabase)) return;
  openCountries(ipDatabase);
  readable.add(ipDatabase);
}

/** @throws WinnowError `config` for what is no database of countries */
function openCountries(path: string): {
  readonly reader: Reader<CountryResponse>;
  readonly source: string;
} {
  try {
    const reader = new Reader<CountryResponse>(readFileSync(path));
    const { databaseType, buildEpoch } = reader.metadata;
    return { reader, source: `${databaseType} ${buildEpoch.toISOString().slice(0, 7)}` };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new WinnowError('config', `analysis.ipDatabase ${path} cannot be read: ${why}`, { cause });
  }
}

/** Reads a page with the database that its job names; without a database that can be read there is no page. */
export function withCountries(analysis: AnalysisSettings | undefined, read: () => WrittenPage): WrittenPage {
  try {
    if (analysis !== undefined) loadCountries(analysis);
  } catch (error) {
    return { kind: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
  }
  return read();
}
