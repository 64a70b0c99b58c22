import type { Score } from '../../../support/trap-web/score.ts';
import type { TrapWeb, TrapWebSection } from '../../../support/trap-web/trap-web.ts';

/** A trap that took fewer fetches may have ended before anything of it was held: a chain of redirects does, at its limit. */
const enough = 15;

/** Traps that took at least `enough` fetches and that no line of this text names: by host and path, made-up subdomains by their domain as held or waiting hosts. */
export function unnamedTraps(web: TrapWeb, score: Score, text: string): readonly string[] {
  const lines = text.split('\n');
  const names = ({ trap, host, at }: TrapWebSection, line: string): boolean =>
    line.includes(host) &&
    (trap === 'subdomains' ? /\b(subdomain|hosts held)/.test(line) : line.includes(at));
  const entered = new Set(
    score.sections.filter(({ trapped }) => trapped >= enough).map(({ section }) => section),
  );
  return web.sections
    .filter(({ name, trap }) => trap !== undefined && entered.has(name))
    .filter((section) => !lines.some((line) => names(section, line)))
    .map(({ name }) => name);
}
