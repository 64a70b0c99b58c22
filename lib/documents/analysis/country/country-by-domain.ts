import { byName } from '../../../base/by-name.ts';

/** Top-level domains whose code is not that of ISO 3166, and those of one country's institutions. */
const special = byName({
  uk: 'GB',
  gov: 'US',
  edu: 'US',
  mil: 'US',
  // Internationalised country codes, by the root zone of IANA.
  'xn--p1ai': 'RU',
  'xn--fiqs8s': 'CN',
  'xn--fiqz9s': 'CN',
  'xn--j6w193g': 'HK',
  'xn--kprw13d': 'TW',
  'xn--kpry57d': 'TW',
  'xn--3e0b707e': 'KR',
  'xn--o3cw4h': 'TH',
  'xn--90a3ac': 'RS',
  'xn--90ais': 'BY',
  'xn--j1amh': 'UA',
  'xn--80ao21a': 'KZ',
  'xn--l1acc': 'MN',
  'xn--e1a4c': 'EU',
  'xn--qxam': 'GR',
  'xn--qxa6a': 'EU',
  'xn--node': 'GE',
  'xn--y9a3aq': 'AM',
  'xn--h2brj9c': 'IN',
  'xn--45brj9c': 'IN',
  'xn--s9brj9c': 'IN',
  'xn--gecrj9c': 'IN',
  'xn--fpcrj9c3d': 'IN',
  'xn--xkc2dl3a5ee0h': 'IN',
  'xn--mgbbh1a71e': 'IN',
  'xn--54b7fta0cc': 'BD',
  'xn--fzc2c9e2c': 'LK',
  'xn--clchc0ea0b2g2a9gcd': 'SG',
  'xn--yfro4i67o': 'SG',
  'xn--mgba3a4f16a': 'IR',
  'xn--mgbaam7a8h': 'AE',
  'xn--mgberp4a5d4ar': 'SA',
  'xn--wgbh1c': 'EG',
  'xn--mgbayh7gpa': 'JO',
  'xn--mgbc0a9azcg': 'MA',
  'xn--pgbs0dh': 'TN',
  'xn--ygbi2ammx': 'PS',
  'xn--mgbai9azgqp6j': 'PK',
});

/** Country codes that are sold to everybody, so that they tell little (Google Search Central's list of generic ccTLDs). */
const generic: ReadonlySet<string> = new Set(
  'ad ai as bz cc cd co dj fm io la me ms nu sc sr su tv tk ws to ly gg'.split(' '),
);

/** Codes of two letters that are not countries. */
const noCountry: ReadonlySet<string> = new Set(['ac', 'zz']);

/** The country that the last part of a host's name stands for (ISO 3166 alpha-2; EU); undefined: none. */
export function countryByDomain(host: string): string | undefined {
  const top = host.slice(host.lastIndexOf('.') + 1);
  const code = special.get(top);
  if (code !== undefined) return code;
  if (!host.includes('.') || generic.has(top) || noCountry.has(top)) return undefined;
  return /^[a-z]{2}$/.test(top) ? top.toUpperCase() : undefined;
}
