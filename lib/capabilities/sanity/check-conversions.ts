import type { Outbox } from '../../domain/collection/outbox.ts';
import { waitingIds } from '../../domain/convert/is-waiting.ts';
import type { HostBody } from '../../domain/frontier/body.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Inspection, Suspicion } from './inspection.ts';

/** Documents of one host that are looked at. */
const maxListed = 1_000;

/** Finds documents that are stored to be converted and that their host does not wait for: turns that died before their commit leave them. */
export async function checkConversions(
  { ports }: Inspection,
  key: HostKey,
  { state }: HostControl,
  body: HostBody | undefined,
): Promise<readonly Suspicion[]> {
  // A turn that is running stores documents before its commit.
  if (state === 'ticketed') return [];
  const stored = await ports.conversions.list(key, maxListed);
  if (stored.length === 0) return [];
  const { conversions } = (body?.outbox ?? {}) as Partial<Outbox>;
  const known = new Set([...(body === undefined ? [] : waitingIds(body)), ...(conversions?.drop ?? [])]);
  const stray = stored.filter((id) => !known.has(id));
  if (stray.length === 0) return [];
  const detail = `${stray.length} documents, ${stray[0]} for one`;
  const mend = async (): Promise<boolean> => {
    if ((await ports.hosts.control(key))?.state === 'ticketed') return false;
    await ports.conversions.delete(key, stray);
    return true;
  };
  return [{ code: 'conversion-stray', subject: key.host, detail, mend }];
}
