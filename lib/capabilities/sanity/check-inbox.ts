import { defined } from '../../base/defined.ts';
import { faultOf, WinnowError } from '../../base/error.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../base/url/url.ts';
import { decodeInboxMessage, digestOf, type InboxMessage } from '../../domain/inbox/inbox-item.ts';
import { deliver } from '../../pipeline/frontier/deliver.ts';
import { askAgain } from '../../pipeline/job/open-job.ts';
import type { HostKey, InboxItem } from '../../ports/hosts.ts';
import type { Inspection, Suspicion } from './inspection.ts';

/** Messages of an inbox that are checked. */
const maxMessages = 1_000;

/** Checks that a host can take in its inbox. @returns the faults, and the first message */
export async function checkInbox(
  inspection: Inspection,
  key: HostKey,
): Promise<{ readonly found: readonly Suspicion[]; readonly first: InboxItem | undefined }> {
  const items = await inspection.ports.hosts.inbox(key, maxMessages);
  return { found: items.flatMap((item) => checkItem(inspection, key, item)), first: items[0] };
}

function checkItem(inspection: Inspection, key: HostKey, item: InboxItem): readonly Suspicion[] {
  const subject = key.host;
  let message: InboxMessage;
  try {
    // The id of a delivered message ends with a digest of its bytes (`deliver`).
    const [, digest] = /-([0-9a-f]{12})$/.exec(item.id) ?? [];
    if (digest !== undefined && digest !== digestOf(item.bytes))
      throw new WinnowError('corrupt', 'it is another one than its name says');
    message = decodeInboxMessage(item.bytes);
  } catch (error) {
    const detail = `${item.id}: ${faultOf(error)}`;
    const isOthers = error instanceof WinnowError && (error.code === 'newer' || error.code === 'older');
    return [
      {
        code: 'inbox-wrong',
        subject,
        detail,
        ...(isOthers ? {} : { mend: takeOut(inspection, key, item) }),
      },
    ];
  }
  const strays = urlsOf(message).filter((url) => hostOf(url) !== key.host);
  if (strays.length === 0) return [];
  const detail = `${item.id}: ${strays.length} URLs of other hosts, the first is ${strays[0]}`;
  return [{ code: 'inbox-wrong', subject, detail, mend: sendOn(inspection, key, item, message) }];
}

function urlsOf({ candidates, visit }: InboxMessage): readonly CanonicalUrl[] {
  return [...candidates.map(({ url }) => url), ...(visit === undefined ? [] : [visit])];
}

/** Takes out a message. Its links are in the link log, which is read again. */
function takeOut({ ports }: Inspection, key: HostKey, { id }: InboxItem): () => Promise<boolean> {
  return async () => {
    await askAgain(ports, key.job);
    await ports.hosts.deleteInbox(key, [id]);
    return true;
  };
}

/** Sends each URL to its own host. The part of a message that names no host is deleted with it. */
function sendOn(
  { ports }: Inspection,
  key: HostKey,
  { id }: InboxItem,
  { candidates, visit, hostHops, unproven, by }: InboxMessage,
): () => Promise<boolean> {
  return async () => {
    const byHost = Map.groupBy(candidates, ({ url }) => hostOf(url));
    const asked = visit === undefined ? undefined : hostOf(visit);
    for (const host of new Set<HostName>([...byHost.keys(), ...(asked === undefined ? [] : [asked])])) {
      if (host === '') continue;
      await deliver(
        ports,
        { job: key.job, host },
        {
          id: id.slice(0, 150),
          message: {
            candidates: byHost.get(host) ?? [],
            ...defined({ hostHops, unproven, by, visit: host === asked ? visit : undefined }),
          },
        },
      );
    }
    await ports.hosts.deleteInbox(key, [id]);
    return true;
  };
}
