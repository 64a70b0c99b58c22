import type { RobotsLine } from './read-lines.ts';

/** What a robots.txt says to one crawler: the lines of all groups that name it (RFC 9309 §2.2.1). */
export interface RobotsGroup {
  /** `Allow` and `Disallow`. */
  readonly rules: readonly RobotsLine[];
  /** All other lines that belong to a group. */
  readonly others: readonly RobotsLine[];
}

/** Finds what holds for a crawler; what holds for `*` where none of the groups names it. */
export type Groups = (product: string) => RobotsGroup;

const nothing: readonly RobotsLine[] = [];

/**
 * Puts lines into groups. Several `User-agent` lines share the rules that follow them; lines that are no rules stand
 * between them without splitting the group, but are said only to those named before. Lines before the first group are
 * said to everybody. A crawler's lines are gathered when it asks: names times rules may be a thousand times the file.
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
      rules: found?.rules.flat() ?? nothing,
      others: [...common, ...(found?.others.flat() ?? nothing)],
    };
  };
}

/** What of a `User-agent` value, or of a crawler's own name, is compared: the product token, in lower case. */
export function groupName(value: string): string {
  return /^[^\s/]*/.exec(value)?.[0].toLowerCase() ?? '';
}
