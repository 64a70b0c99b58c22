/** Second-level labels below which countries register names: `co.uk`, `ac.jp`, `com.au`. */
const secondLevel = new Set(
  'ac co com edu go gob gouv gov govt ltd mil ne net nhs nic nom or org sch'.split(' '),
);

/**
 * Returns the site of a host: the last two labels of its name, or three if the second last is one of `secondLevel`
 * below a country; an IP address as it is. All names below a provider such as `github.io` are one site. The Public
 * Suffix List is not used: it changes over time, and takes 40 KB in each Lambda function.
 */
export function siteOf(host: string): string {
  const name = host.replace(/:\d+$/, '');
  if (/[\d\]]$/.test(name)) return name;
  const labels = name.split('.');
  const [top = '', second = ''] = labels.toReversed();
  return labels.slice(top.length === 2 && secondLevel.has(second) ? -3 : -2).join('.');
}
