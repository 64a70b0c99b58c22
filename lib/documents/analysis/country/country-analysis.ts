import type { Analysis } from '../analysis.ts';
import { countryByAddress } from './country-by-address.ts';
import { countryByDomain } from './country-by-domain.ts';

/** The country of a page's server, and what says so: the job's list, the name of the server, or its address. */
export const countryAnalysis: Analysis = {
  name: 'country',
  analyse(_, { url, address, settings: { country, countries } }) {
    if (!country) return undefined;
    const host = URL.parse(url)?.hostname.replace(/\.$/, '');
    if (host === undefined) return undefined;
    const listed = countryInList(host, tableOf(countries));
    if (listed !== undefined) return { code: listed, by: 'list' };
    const named = countryByDomain(host);
    if (named !== undefined) return { code: named, by: 'domain' };
    const found = address === undefined ? undefined : countryByAddress(address);
    return found && { code: found.code, by: 'address', source: found.source };
  },
};

/** By the longest part of a host's name that the list has. */
function countryInList(host: string, table: ReadonlyMap<string, string>): string | undefined {
  if (table.size === 0) return undefined;
  for (let name = host; ; ) {
    const code = table.get(name);
    const dot = name.indexOf('.');
    if (code !== undefined || dot < 0) return code;
    name = name.slice(dot + 1);
  }
}

let last: { readonly list: readonly string[]; readonly table: ReadonlyMap<string, string> } | undefined;

/** Pages of one job come one after the other, mostly; those of a thread each with a copy of the list. */
function tableOf(list: readonly string[]): ReadonlyMap<string, string> {
  if (list.length === 0) return noCountries;
  if (
    last?.list !== list &&
    (last?.list.length !== list.length || last.list.some((one, i) => one !== list[i]))
  )
    last = {
      list,
      table: new Map(
        list.map((line) => {
          const [name = '', code = ''] = line.split(' ');
          return [name.toLowerCase(), code.toUpperCase()] as const;
        }),
      ),
    };
  return last?.table ?? noCountries;
}

const noCountries: ReadonlyMap<string, string> = new Map();
