/** What countries register names below: `co.uk`, `ac.jp`, `com.au`. */
const secondLevel = new Set(
  'ac co com edu go gob gouv gov govt ltd mil ne net nhs nic nom or org sch'.split(' '),
);

/**
 * The site of a host: the last two labels of its name, three where the second last is one that countries have; an address as
 * it is. Where somebody gives away names (`github.io`), all of those are one. The Public Suffix List is not asked, since it
 * changes, and is 40 KB in each function.
 */
export function siteOf(host: string): string {
  const name = host.replace(/:\d+$/, '');
  if (/[\d\]]$/.test(name)) return name;
  const labels = name.split('.');
  const [top = '', second = ''] = labels.toReversed();
  return labels.slice(top.length === 2 && secondLevel.has(second) ? -3 : -2).join('.');
}
