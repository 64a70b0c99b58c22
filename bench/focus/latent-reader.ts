import { latentText } from '../../lib/capabilities/latent/refit.ts';
import type { WrittenPage } from '../../lib/domain/reading/written-content.ts';
import { writtenPage } from '../../lib/domain/reading/written-page.ts';
import type { PageReader } from '../../lib/ports/web.ts';
import { pageFit, probabilityOf, sampledWords } from '../../lib/topic/judge.ts';
import { encodeLatent } from '../../lib/topic/models.ts';
import { fitLatentSpace, type LatentText } from '../../lib/topic/train.ts';
import type { Web, WebPage } from './corpus.ts';

/** What a latent space is made of: the training texts alone, or also all that is read. */
export type LatentKind = 'training' | 'growing';

/** Pages read when a growing space is made again for the first time; then each time that they have doubled. */
const firstRefit = 50;

interface Read {
  readonly web: Web;
  readonly learnt: readonly LatentText[];
  readonly training: ReadonlySet<WebPage>;
  readonly kind: LatentKind;
}

/** Reads pages as production does, with links judged in a latent space, too: one of the training texts stays as it is, so that each page is read once. */
export function latentReader(reader: PageReader, { web, learnt, training, kind }: Read): PageReader {
  const pages = new Map(web.pages.map((page) => [page.url as string, page]));
  const texts = [...learnt];
  const seen = new Set<string>();
  const written = new Map<string, WrittenPage>();
  let latent = spaceOf(texts);
  let next = firstRefit;
  return {
    ...reader,
    async read(request) {
      const known = written.get(request.url);
      if (known !== undefined) return known;
      const page = writtenPage({ ...request, scoreLinks: true, sketch: true, ...(latent && { latent }) });
      if (kind === 'training') written.set(request.url, page);
      const { topic: settings } = request;
      const said = page.kind === 'page' ? page.content.topic : undefined;
      const source = pages.get(request.url);
      if (kind === 'training' || source === undefined || settings === undefined || said === undefined)
        return page;
      if (training.has(source) || seen.has(request.url)) return page;
      seen.add(request.url);
      const { title, text: words } = sampledOf(source);
      const relevance = probabilityOf(pageFit(settings, said));
      texts.push(latentText({ title, words, relevance, isRefused: !said.relevant }));
      if (seen.size < next) return page;
      latent = spaceOf(texts);
      next *= 2;
      return page;
    },
  };
}

/** What is kept of a page that was read. */
export function sampledOf({ title, text }: WebPage): LatentText {
  const sampled = sampledWords(title, text);
  return { title: sampled.title, text: sampled.words };
}

export function spaceOf(texts: readonly LatentText[]): Uint8Array | undefined {
  const model = fitLatentSpace(texts);
  return model && encodeLatent(model);
}
