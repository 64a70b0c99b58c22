import { definedAs } from '../../base/defined.ts';
import { faultOf } from '../../base/error.ts';
import { append } from '../../base/long-lists.ts';
import { registeredDomain } from '../../base/url/registered-domain.ts';
import { lastLines, type Outbox } from '../../domain/collection/outbox.ts';
import { allowance, type HostBody, hostCounters, nextDue, openBody } from '../../domain/frontier/body.ts';
import { hostFailures } from '../../domain/politeness/host-failures.ts';
import { backoffsOf } from '../../domain/politeness/host-politeness.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { orderOf } from '../../pipeline/frontier/order-of.ts';
import { segmentReader } from '../../pipeline/frontier/segment-reader.ts';
import type { HostControl, HostKey, StoredBody } from '../../ports/hosts.ts';
import { checkObject } from './check-changes.ts';
import { checkControl, checkDue } from './check-control.ts';
import { checkConversions } from './check-conversions.ts';
import { checkInbox } from './check-inbox.ts';
import { skewMs } from './check-job.ts';
import { checkPages, checkRecordOf, pairsOf } from './check-pages.ts';
import { checkTimes } from './check-times.ts';
import { checkTurn } from './check-turn.ts';
import { controlFault } from './control-fault.ts';
import { differingCounts, isEqualCount } from './equal-counts.ts';
import type { Inspection, Suspicion } from './inspection.ts';
import { changeControl, controlAnew, wakeHost } from './mend-host.ts';

/** How often the checks of a host are tried, as the host may change meanwhile. */
const looks = 3;

/** Checks everything about one host. */
export function checkHost(inspection: Inspection, key: HostKey): Promise<readonly Suspicion[]> {
  return checkStill(inspection, key, (control) => suspicions(inspection, key, control));
}

/**
 * Nothing is locked: if a turn of the host was committed during the checks, their findings are dropped and the checks
 * repeated. A host that changes every time is left for the next run.
 */
async function checkStill(
  { ports: { hosts } }: Inspection,
  key: HostKey,
  check: (control: HostControl) => Promise<readonly Suspicion[]>,
): Promise<readonly Suspicion[]> {
  for (let look = 0; look < looks; look += 1) {
    const control = await hosts.control(key);
    if (control === undefined) return [];
    const found = await check(control).catch((error: unknown): readonly Suspicion[] => [
      { code: 'state-unreadable', subject: key.host, detail: faultOf(error) },
    ]);
    if (found.length === 0 || isSameControl(control, await hosts.control(key))) return found;
  }
  return [];
}

/** Collects the URL-record pairs of a host that was checked before. Skips a damaged host, which was reported then. */
export async function collectPairs(inspection: Inspection, key: HostKey): Promise<void> {
  const stored = await inspection.ports.hosts.body(key);
  for await (const { page, print } of pairsIn(inspection, key, stored))
    inspection.pairs.add(print, page.md5 as string, key.host);
}

/** Reports pages of a host whose records do not know them. Only pairs that no record matched are checked. */
export function checkUnmatched(inspection: Inspection, key: HostKey): Promise<readonly Suspicion[]> {
  const { hosts } = inspection.ports;
  return checkStill(inspection, key, async ({ published }) => {
    const found: Suspicion[] = [];
    const stored = await hosts.body(key);
    // Records get to know the pages of a turn when the turn is published.
    if (stored === undefined || stored.turn > published) return [];
    for await (const { page, print } of pairsIn(inspection, key, stored)) {
      if (inspection.pairs.isUnmatched(print, page.md5 as string))
        found.push(...(await checkRecordOf(inspection, page)));
    }
    const isStill = found.length === 0 || (await hosts.body(key))?.turn === stored.turn;
    return isStill ? found : [];
  });
}

async function* pairsIn(
  inspection: Inspection,
  key: HostKey,
  stored: StoredBody | undefined,
): ReturnType<typeof pairsOf> {
  const { ports, job } = inspection;
  if (stored === undefined) return;
  try {
    const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host: key.host });
    yield* pairsOf(inspection, body, segmentReader(ports, key));
  } catch (error) {
    faultOf(error);
  }
}

/** Whether no turn of the host began, was committed or published between two readings of its control. */
export function isSameControl(a: HostControl, b: HostControl | undefined): boolean {
  return a.state === b?.state && a.turn === b.turn && a.ticket === b.ticket && a.published === b.published;
}

async function suspicions(
  inspection: Inspection,
  key: HostKey,
  control: HostControl,
): Promise<readonly Suspicion[]> {
  const { ports, job } = inspection;
  const subject = key.host;
  const stored = await ports.hosts.body(key);
  const found: Suspicion[] = [];
  let body: HostBody | undefined;
  try {
    if (stored !== undefined)
      body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host: key.host });
    else if (control.published > 0)
      found.push({ code: 'body-missing', subject, detail: `${control.published} turns were told` });
  } catch (error) {
    found.push({ code: 'body-unreadable', subject, detail: faultOf(error) });
  }
  const isWhole = stored === undefined || body !== undefined;
  const fault = controlFault(control);
  if (fault !== undefined) {
    const mend = isWhole ? { mend: controlAnew(inspection, key, control, body) } : {};
    found.push({ code: 'control-wrong', subject, detail: fault, ...mend });
  } else {
    const inbox = await checkInbox(inspection, key);
    found.push(...(await checkControl(inspection, key, control, inbox.first)), ...inbox.found);
    const late = await checkTimes(inspection, key, control, body);
    // The mend of a host that is due too late also replaces its due entry.
    if (!late.isDueLate) found.push(...checkDue(inspection, key, control));
    found.push(...late.found);
  }
  if (isWhole) found.push(...(await checkConversions(inspection, key, control, body)));
  if (stored === undefined || body === undefined) return found;
  if (fault === undefined) found.push(...(await checkBody(inspection, key, control, stored, body)));
  append(found, await checkPages(inspection, key, body, segmentReader(ports, key)));
  return found;
}

async function checkBody(
  inspection: Inspection,
  key: HostKey,
  control: HostControl,
  stored: StoredBody,
  body: HostBody,
): Promise<readonly Suspicion[]> {
  const { ports } = inspection;
  const subject = key.host;
  const found: Suspicion[] = [];
  const atWork = control.state === 'ticketed';
  if (stored.turn !== body.turn) {
    const mend = () => ports.hosts.putBody(key, stored.turn, { turn: body.turn, bytes: stored.bytes });
    const detail = `it is of turn ${body.turn}, and stored under ${stored.turn}`;
    found.push({ code: 'turns-differ', subject, detail, mend });
  }
  if (body.turn > control.turn) {
    const detail = `turn ${body.turn} was committed, the last ticket was for turn ${control.turn}`;
    const mend = atWork ? {} : { mend: () => changeControl(inspection, key, control, { turn: body.turn }) };
    found.push({ code: 'turns-differ', subject, detail, ...mend });
  }
  if (body.turn < control.published) {
    const detail = `it stands at turn ${body.turn}, and turn ${control.published} was told: what it learnt since is lost`;
    const mend = atWork
      ? {}
      : {
          mend: () =>
            changeControl(inspection, key, control, { published: body.turn, counters: hostCounters(body) }),
        };
    found.push({ code: 'turns-differ', subject, detail, ...mend });
  }
  const last = body.turn === control.published ? lastLines(body, control.told) : undefined;
  const { turn: lastTurn = 0, object: place } = last ?? {};
  const object = place && (await checkObject(inspection, { host: key.host, turn: lastTurn, object: place }));
  if (object) found.push(object);
  if ((body.dueBefore ?? 0) > ports.clock.now() + skewMs) {
    const until = new Date(body.dueBefore ?? 0).toISOString();
    found.push({ code: 'mark-ahead', subject, detail: `until ${until}` });
  }
  const untold = await checkUntold(inspection, key, control, body);
  if (untold !== undefined) found.push(untold);
  if (!atWork) found.push(...(await checkRest(inspection, key, control, body)));
  return found;
}

/** Checks a committed turn that is not published. A host whose turn cannot be published nearly always has a ticket. */
async function checkUntold(
  inspection: Inspection,
  key: HostKey,
  control: HostControl,
  body: HostBody,
): Promise<Suspicion | undefined> {
  if (body.turn <= control.published) return undefined;
  const untellable = await checkTurn(inspection, key, control, body);
  if (untellable !== undefined || !isAsleep(inspection, key, control)) return untellable;
  return {
    code: 'host-forgotten',
    subject: key.host,
    detail: `turn ${body.turn} was committed, turn ${control.published} is the last that was told`,
    mend: wakeHost(inspection, key),
  };
}

/** Whether nothing will wake the host. */
function isAsleep({ due }: Inspection, { host }: HostKey, { state }: HostControl): boolean {
  return state === 'idle' && due.isAsleep(host);
}

/** Checks that hold only for a host without a ticket. */
async function checkRest(
  inspection: Inspection,
  key: HostKey,
  control: HostControl,
  body: HostBody,
): Promise<Suspicion[]> {
  const found: Suspicion[] = [];
  const subject = key.host;
  const { checked, ...others } = hostCounters(body);
  // Controls that an older version wrote lack this count.
  const counters = { ...others, ...(control.counters.checked === undefined ? {} : { checked }) };
  const { parked } = (body.outbox ?? {}) as Partial<Outbox>;
  const failing = { backoffs: hostFailures(body), parked };
  const isFailing = { backoffs: backoffsOf(control), parked: control.politeness?.parked };
  if (body.turn === control.published && !isEqualCount(failing, isFailing)) {
    const detail = `it fails: ${JSON.stringify(isFailing)} for ${JSON.stringify(failing)}`;
    const mend = () =>
      changeControl(inspection, key, control, {
        politeness: definedAs('politeness', {
          ...{ crowded: undefined, ...control.politeness },
          ...{ backoffs: failing.backoffs || undefined, parked },
        }).politeness,
      });
    found.push({ code: 'control-differs', subject, detail, mend });
  }
  if (body.turn === control.published && !isEqualCount(counters, control.counters)) {
    found.push({
      code: 'control-differs',
      subject,
      detail: `it counts ${differingCounts(control.counters, counters).join(', ')}`,
      mend: () => changeControl(inspection, key, control, { counters }),
    });
  }
  if (
    isAsleep(inspection, key, control) &&
    control.waits === undefined &&
    control.politeness?.parked === undefined
  ) {
    const due = await workOf(inspection, key, body);
    if (due !== undefined)
      found.push({
        code: 'host-forgotten',
        subject,
        detail: `it is idle: ${due}`,
        mend: wakeHost(inspection, key),
      });
  }
  return found;
}

async function workOf(
  { ports, settings, job }: Inspection,
  key: HostKey,
  body: HostBody,
): Promise<string | undefined> {
  if (settings === undefined) return undefined;
  const now = ports.clock.now();
  const domain = registeredDomain(key.host);
  const spent = domain === undefined ? undefined : await ports.domains.domain({ job: key.job, domain });
  const ofHost = settingsFor(settings, key.host);
  const left = allowance(body, ofHost.budgets, spent);
  body.order = orderOf(body, ofHost, job);
  const at = nextDue(body, now, left);
  if (at === undefined) return undefined;
  return at <= now ? 'there is work for it now' : `it is to come back at ${new Date(at).toISOString()}`;
}
