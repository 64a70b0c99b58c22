import { domainOf } from '../../domain/domains/account.ts';
import type { Budgets } from '../../domain/frontier/budgets/budgets.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { AskedUrl, WhyLine, WhyLines } from './explainer.ts';

/** How budgets keep a URL of a host back, if they do. */
export function explainBudgets({ host, control, page, settings }: AskedUrl): WhyLines {
  const state = page?.state;
  if (control === undefined || state === 'visited') return [];
  const own = settingsFor(settings, host);
  const lines: WhyLine[] = [];
  const waits = (detail: string): void => void lines.push({ step: 'budget', verdict: 'wait', detail });
  if (control.waits) {
    waits(`${explainWait(control.waits, control.standing)} (${setting(own, 'newHosts')})`);
  }
  const { overBudget } = control.counters;
  if (overBudget === undefined) return lines;
  const { by, cut, held } = overBudget;
  if (state !== undefined && held > 0) {
    waits(`over budget: no new page of the host is visited until ${setting(own, by)} is raised`);
  }
  if (state === undefined && cut > 0) {
    waits(
      `over budget: ${cut} links to the host were not taken in, which may be among them; they come back from the link log when ${setting(own, by)} is raised`,
    );
  }
  return lines;
}

function explainWait(
  { domain, since, isBarren }: NonNullable<HostControl['waits']>,
  standing: HostControl['standing'],
): string {
  const of = domainOf(domain);
  const what = of === domain ? `hosts of ${of}` : `hosts that ${of} leads to`;
  const own = {
    barren: '; this one brought nothing when it was tried',
    twin: '; this one says what another says',
    trying: '',
    proved: '',
    first: '',
  }[standing ?? 'trying'];
  const held = isBarren
    ? `is held: ${what} that were tried brought next to nothing new, or lead to each other alone; one of them is tried a day, and more when it brings something`
    : `waits: as many ${what} as may be are being tried; those that bring something new let more be tried`;
  return `the host ${held}${own}; since ${new Date(since).toISOString()}`;
}

/** Such as `budgets.newHosts: 3, job.yaml:12`. */
function setting({ budgets, origins }: JobSettings, name: keyof Budgets): string {
  const key = `budgets.${name}`;
  return `${key}: ${budgets[name] ?? 'none'}, ${origins[key] ?? 'default'}`;
}
