import { allowance, type HostBody, hostCounters, nextDue, openBody } from '../../domain/host/body.ts';
import { settingsFor } from '../../domain/overrides.ts';
import { registeredDomain } from '../../domain/url/registered-domain.ts';
import type { HostControl, HostKey, StoredBody } from '../../ports/hosts.ts';
import { segmentReader } from '../segment-reader.ts';
import { checkControl, checkDue, wakeHost } from './check-control.ts';
import { skewMs } from './check-job.ts';
import { checkPages, checkRecordOf, leadsOf } from './check-pages.ts';
import { type Inspection, type Suspicion, said } from './inspection.ts';

/** How often a host is looked at again because it changed meanwhile. */
const looks = 3;

/** All that can be wrong with one host. */
export function checkHost(inspection: Inspection, key: HostKey): Promise<readonly Suspicion[]> {
  return checkStill(inspection, key, (control) => suspicions(inspection, key, control));
}

/**
 * Nothing is locked: what was found while a turn of the host was committed is dropped, and the host looked at again; one
 * that never stands still is left for the next time.
 */
async function checkStill(
  { ports: { hosts } }: Inspection,
  key: HostKey,
  check: (control: HostControl) => Promise<readonly Suspicion[]>,
): Promise<readonly Suspicion[]> {
  for (let look = 0; look < looks; look += 1) {
    const control = await hosts.control(key);
    if (control === undefined) return [];
    const found = await check(control);
    if (found.length === 0 || isSame(control, await hosts.control(key))) return found;
  }
  return [];
}

/** Puts down where the pages of a host lead that was checked before. One that is damaged has been told of. */
export async function putDownLeads(inspection: Inspection, key: HostKey): Promise<void> {
  const stored = await inspection.ports.hosts.body(key);
  for await (const { page, mark } of leadsIn(inspection, key, stored))
    inspection.leads.add(mark, page.md5 as string, key.host);
}

/** Pages of a host that lead to records which do not know them, of those that were not met while the records were gone through. */
export function checkLonely(inspection: Inspection, key: HostKey): Promise<readonly Suspicion[]> {
  const { hosts } = inspection.ports;
  return checkStill(inspection, key, async ({ published }) => {
    const found: Suspicion[] = [];
    const stored = await hosts.body(key);
    // What a turn has brought the register gets when the turn is published.
    if (stored === undefined || stored.turn > published) return [];
    for await (const { page, mark } of leadsIn(inspection, key, stored)) {
      if (inspection.leads.isLonely(mark, page.md5 as string))
        found.push(...(await checkRecordOf(inspection, page)));
    }
    const isStill = found.length === 0 || (await hosts.body(key))?.turn === stored.turn;
    return isStill ? found : [];
  });
}

async function* leadsIn(
  inspection: Inspection,
  key: HostKey,
  stored: StoredBody | undefined,
): ReturnType<typeof leadsOf> {
  const { ports, job } = inspection;
  if (stored === undefined) return;
  try {
    const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host: key.host });
    yield* leadsOf(inspection, body, segmentReader(ports, key));
  } catch (error) {
    said(error);
  }
}

function isSame(a: HostControl, b: HostControl | undefined): boolean {
  return a.state === b?.state && a.turn === b.turn && a.ticket === b.ticket && a.published === b.published;
}

async function suspicions(
  inspection: Inspection,
  key: HostKey,
  control: HostControl,
): Promise<readonly Suspicion[]> {
  const { ports, job } = inspection;
  const found = [...(await checkControl(inspection, key, control)), ...checkDue(inspection, key, control)];
  const stored = await ports.hosts.body(key);
  const subject = key.host;
  if (stored === undefined) {
    if (control.published > 0)
      found.push({ code: 'body-missing', subject, detail: `${control.published} turns were told` });
    return found;
  }
  let body: HostBody;
  try {
    body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host: key.host });
  } catch (error) {
    return [...found, { code: 'body-unreadable', subject, detail: said(error) }];
  }
  if (body.turn > control.turn) {
    found.push({
      code: 'body-ahead',
      subject,
      detail: `turn ${body.turn} was committed, the last ticket was for turn ${control.turn}`,
    });
  }
  if ((body.remark ?? 0) > ports.clock.now() + skewMs) {
    const until = new Date(body.remark ?? 0).toISOString();
    found.push({ code: 'mark-ahead', subject, detail: `until ${until}` });
  }
  if (control.state !== 'ticketed') found.push(...(await checkRest(inspection, key, control, body)));
  found.push(...(await checkPages(inspection, key, body, segmentReader(ports, key))));
  return found;
}

/** What must hold of a host that nobody works at. */
async function checkRest(
  inspection: Inspection,
  key: HostKey,
  control: HostControl,
  body: HostBody,
): Promise<Suspicion[]> {
  const { ports } = inspection;
  const found: Suspicion[] = [];
  const subject = key.host;
  const idle = control.state === 'idle' && inspection.due.isAsleep(key.host);
  if (body.turn > control.published && idle) {
    found.push({
      code: 'turn-unpublished',
      subject,
      detail: `turn ${body.turn} was committed, turn ${control.published} is the last that was told`,
      mend: wakeHost(inspection, key),
    });
  }
  const { checked, ...others } = hostCounters(body);
  // Controls that an older version wrote do not say it.
  const counters = { ...others, ...(control.counters.checked === undefined ? {} : { checked }) };
  if (body.turn === control.published && !isEqual(counters, control.counters)) {
    found.push({
      code: 'counters-differ',
      subject,
      detail: `pending ${control.counters.pending} for ${counters.pending}, visited ${control.counters.visited} for ${counters.visited}, ${control.counters.bytes} bytes for ${counters.bytes}`,
      mend: () => ports.hosts.putControl(key, control, { ...control, counters }),
    });
  }
  if (idle && control.waits === undefined && control.parked === undefined) {
    const due = await workOf(inspection, key, body);
    if (due !== undefined)
      found.push({ code: 'idle-with-work', subject, detail: due, mend: wakeHost(inspection, key) });
  }
  return found;
}

async function workOf(
  { ports, settings }: Inspection,
  key: HostKey,
  body: HostBody,
): Promise<string | undefined> {
  const now = ports.clock.now();
  const domain = registeredDomain(key.host);
  const spent = domain === undefined ? undefined : await ports.domains.domain({ job: key.job, domain });
  const left = allowance(body, settingsFor(settings, key.host).budgets, spent);
  const at = nextDue(body, now, left.pages > 0);
  if (at === undefined) return undefined;
  return at <= now ? 'there is work for it now' : `it is to come back at ${new Date(at).toISOString()}`;
}

/** Counters say the same whatever the order of their keys, and a count of nothing is none. */
function isEqual(a: object, b: object): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function canonicalJson(value: object): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, one]) => one !== 0 && !isEmpty(one))
            .sort(([x], [y]) => (x < y ? -1 : 1)),
        )
      : inner,
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
