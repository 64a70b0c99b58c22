/** A country, and the database that says so. */
export interface AddressCountry {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  /** Type and month of the database: `DBIP-Country-Lite 2026-11`. Some licences want it named. */
  readonly source: string;
}

export type FindCountry = (address: string) => AddressCountry | undefined;

/** Loaded once per thread, if a job names a database. */
let find: FindCountry | undefined;

export function keepCountries(loaded: FindCountry): void {
  find = loaded;
}

/** Undefined: there is no database, or it does not know the address. */
export function countryByAddress(address: string): AddressCountry | undefined {
  return find?.(address);
}
