import { expect, it } from 'vitest';
import { lists } from '../../../lib/capabilities/lists.ts';
import { openUnusedPages } from '../../../lib/pipeline/cost/unused-pages.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { harvestTurn } from '../../../lib/pipeline/harvest/harvest-turn.ts';
import { openPageRoom, type PageRoom } from '../../../lib/pipeline/turn/page-room.ts';
import { openOwnShares } from '../../../lib/pipeline/turn/turn-shares.ts';
import { openWorkerIsolation } from '../../../lib/pipeline/turn/worker-isolation.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { clockwork, page, smallCrawl } from '../small-crawl.ts';

const home = 'https://birds.example/';

it('a turn that cannot be opened leaves the room that it has in its process', async () => {
  const crawl = await smallCrawl({ [home]: page('A wren') }, { seeds: [home] });
  try {
    const { ports, stores } = crawl;
    const inside = new Set<object>();
    const room: PageRoom = {
      join() {
        const own = openPageRoom(ports).join();
        inside.add(own);
        const leave = (): void => {
          inside.delete(own);
          own.leave();
        };
        return { ...own, leave };
      },
    };
    let opened = 0;
    const broken: Ports = {
      ...ports,
      entropy: {
        ...ports.entropy,
        id() {
          if (inside.size === 0) return ports.entropy.id();
          opened = inside.size;
          throw new Error('no more chance');
        },
      },
    };
    await dispatch(ports, { timing: clockwork, maxOutstanding: 10 });
    const [delivery] = stores.tickets.receive(1);
    if (delivery === undefined) throw new Error('no ticket was given out');
    const endBy = ports.clock.monotonic() + clockwork.functionMs;
    const options = {
      ...{ timing: clockwork, endBy, room, lists },
      ...openOwnShares(ports, endBy),
      unused: openUnusedPages(ports),
      suspects: openWorkerIsolation(ports.clock),
    };
    await expect(harvestTurn(broken, delivery, options)).rejects.toThrow('no more chance');
    expect([opened, inside.size]).toEqual([1, 0]);
    stores.tickets.retry(delivery);
    await crawl.run(86_400_000);
    expect(await crawl.outcome(home)).toBe('stored');
  } finally {
    crawl.close();
  }
});
