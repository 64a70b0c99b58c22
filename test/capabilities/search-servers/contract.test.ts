import { afterAll, beforeAll, describe } from 'vitest';
import { UndiciTargetWeb } from '../../../lib/adapters/web/undici-target-web.ts';
import { sinkContract } from '../../contracts/sinks.ts';
import { type ServerKind, serverKinds } from '../../support/search-servers/kinds.ts';
import { isReal } from '../../support/search-servers/real-server.ts';
import type { SearchServerUnderTest } from '../../support/search-servers/stub-server.ts';

let count = 0;

/** One server for all tests of a contract, and an index for each. */
function onServer(label: string, kind: ServerKind, start: () => Promise<SearchServerUnderTest>): void {
  describe(label, () => {
    let server: SearchServerUnderTest | undefined;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.stop());
    sinkContract(label, async () => {
      const { url = '' } = server ?? {};
      const name = `pages${++count}`;
      const web = new UndiciTargetWeb();
      const contents = async () =>
        new Map([...(await kind.contents(url, name))].map(([md5, { url: at }]) => [md5, at]));
      return {
        ...{ type: kind.type, settings: kind.settings(url, name), web, contents },
        async occupy() {
          await kind.make(url, `${name}-g1`);
          return async () => [await kind.named(url, name), await kind.contents(url, `${name}-g1`)];
        },
        lose: () => kind.lose(url, name),
        close: () => web.close(),
      };
    });
  });
}

for (const kind of serverKinds) {
  onServer(`the stub of ${kind.label}`, kind, kind.stub);
  if (isReal) onServer(kind.label, kind, kind.real);
}
