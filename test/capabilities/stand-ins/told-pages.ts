import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { enterAnswer, standInOf } from '../../../lib/capabilities/stand-ins/host-state.ts';
import type { StandIn } from '../../../lib/capabilities/stand-ins/stand-in.ts';
import { type HostBody, openBody } from '../../../lib/domain/frontier/body.ts';
import type { WrittenContent } from '../../../lib/domain/reading/written-content.ts';
import { writtenPage } from '../../../lib/domain/reading/written-page.ts';
import { testSettings } from '../../support/settings.ts';

const { url: urlSettings } = testSettings('birds');

export function readHtml(url: CanonicalUrl, html: string): WrittenContent | undefined {
  const body = Buffer.from(html);
  const contentType = 'text/html; charset=utf-8';
  const read = writtenPage({ url, body, contentType, urlSettings, extract: [], product: 'x' });
  return read.kind === 'page' ? read.content : undefined;
}

/** A host whose answers are told apart one after the other, as in a crawl. */
export function openHost(host: HostName) {
  let body: HostBody = openBody(undefined, { host, fingerprintKey: 'key' });
  return {
    answer(url: CanonicalUrl, html: string, hops = 0): StandIn | undefined {
      const evidence = readHtml(url, html)?.evidence;
      const told = evidence && standInOf(body, evidence, { url, hops });
      if (evidence !== undefined) enterAnswer(body, evidence, url);
      return told;
    },
    body: (): HostBody => body,
    carryOn(stored: HostBody): void {
      body = stored;
    },
  };
}
