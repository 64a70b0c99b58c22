import type { RobotsLine } from './read-lines.ts';

/** The lines of all groups of a robots.txt that name one crawler (RFC 9309 §2.2.1). */
export interface RobotsGroup {
  /** `Allow` and `Disallow`. */
  readonly rules: readonly RobotsLine[];
  /** All other lines that belong to a group. */
  readonly others: readonly RobotsLine[];
}

/** Returns the lines for a crawler; those for `*` if no group names the crawler. */
export type Groups = (product: string) => RobotsGroup;

const noLines: readonly RobotsLine[] = [];

/**
 * Sorts lines into groups. Several `User-agent` lines share the rules that follow them. Other lines between
 * `User-agent` lines do not split the group, but apply only to the crawlers named before them. Lines before the first
 * group apply to every crawler. A crawler's lines are collected on request, because names times rules may be a thousand
 * times the file.
 */
export function groupsOf(lines: readonly RobotsLine[]): Groups {
  const common: RobotsLine[] = [];
  const agents = new Map<string, { readonly rules: RobotsLine[][]; readonly others: RobotsLine[][] }>();
  let rules: RobotsLine[] = [];
  let others = common;
  let rulesEnded = true;
  let othersEnded = true;
  for (const line of lines) {
    if (line.directive === 'sitemap') continue;
    if (line.directive === 'user-agent') {
      if (rulesEnded) rules = [];
      if (othersEnded) others = [];
      rulesEnded = false;
      othersEnded = false;
      const name = groupName(line.value);
      const agent = agents.get(name) ?? { rules: [], others: [] };
      if (agent.rules.at(-1) !== rules) agent.rules.push(rules);
      if (agent.others.at(-1) !== others) agent.others.push(others);
      agents.set(name, agent);
      continue;
    }
    othersEnded = true;
    if (line.directive === 'allow' || line.directive === 'disallow') {
      rulesEnded = true;
      rules.push(line);
    } else others.push(line);
  }
  return (product) => {
    const found = agents.get(groupName(product)) ?? agents.get('*');
    return {
      rules: found?.rules.flat() ?? noLines,
      others: [...common, ...(found?.others.flat() ?? noLines)],
    };
  };
}

/**
 * Returns the product token of a `User-agent` value or of a crawler's name in lower case, by which both are compared.
 * Owners add an asterisk to a name, as rules of paths have it.
 */
export function groupName(value: string): string {
  return /^(?:\*(?![^\s/])|[^\s/*]*)/.exec(value)?.[0].toLowerCase() ?? '';
}
