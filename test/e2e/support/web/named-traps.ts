import type { Score } from '../../../support/trap-web/score.ts';
import type { TrapWeb, TrapWebSection } from '../../../support/trap-web/trap-web.ts';

/**
 * Traps that somebody walked into and that no line of this text names: by host and path, made-up subdomains by their
 * domain. What no step went into was never taken for a page.
 */
export function unnamedTraps(web: TrapWeb, score: Score, text: string): readonly string[] {
  const lines = text.split('\n');
  const names = ({ trap, host, at }: TrapWebSection, line: string): boolean =>
    line.includes(host) && (trap === 'subdomains' ? line.includes('subdomain') : line.includes(at));
  const entered = new Set(score.sections.filter(({ trapped }) => trapped > 0).map(({ section }) => section));
  return web.sections
    .filter(({ name, trap }) => trap !== undefined && entered.has(name))
    .filter((section) => !lines.some((line) => names(section, line)))
    .map(({ name }) => name);
}
