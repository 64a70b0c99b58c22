import type { Json } from '../../base/json.ts';
import type { PageData, PageForm } from '../../base/page/page-data.ts';
import type { Block, BlockTree } from '../blocks/block.ts';
import { pictureSource } from '../blocks/picture-source.ts';
import { readJsonLd } from '../html/json-ld.ts';
import { collapse } from '../html/visible-text.ts';
import { type Budget, bounds, openBudget } from './bounds.ts';
import { microdataOf } from './microdata.ts';

type Resolve = (href: string) => string | undefined;

/**
 * What the markup of a page says as data. Total, and bounded (`bounds`).
 * @param base the URL that addresses of the page are relative to
 */
export function readData(tree: BlockTree, base: string): PageData {
  const resolve: Resolve = (href) => URL.parse(href.trim(), base)?.href.slice(0, bounds.value);
  const budgets: Budget[] = [];
  const budget = (): Budget => {
    const one = openBudget();
    budgets.push(one);
    return one;
  };
  const { things, isCut } = jsonLdOf(tree.linkedData);
  const elements = elementsOf(tree.root, resolve, budget);
  const data = {
    openGraph: tableOf(tree.metadata, openGraphName, budget()),
    dublinCore: tableOf(tree.metadata, dublinCoreName, budget()),
    jsonLd: things,
    microdata: microdataOf(tree, resolve, budget()),
    ...elements,
  };
  const said = Object.entries(data).filter(([, value]) => Object.keys(value).length > 0);
  const cut = isCut || budgets.some((one) => one.isCut());
  return { ...Object.fromEntries(said), ...(cut ? { isCut: true } : {}) };
}

type Table = Record<string, readonly string[]>;

const openGraphName = /^(?:og:(.+)|((?:article|book|profile|music|video|product):.+))$/;
/** In the names that the DCMI recommends for HTML. */
const dublinCoreName = /^dc(?:terms)?[.:](.+)$/;

/** What a page's metadata, by lower-case name, say under names of one vocabulary. */
function tableOf(metadata: ReadonlyMap<string, readonly string[]>, pattern: RegExp, budget: Budget): Table {
  const table = new Map<string, string[]>();
  for (const [name, values] of metadata) {
    const match = pattern.exec(name);
    const key = match?.[1] ?? match?.[2];
    if (key === undefined) continue;
    for (const value of values) {
      if (value === '' || !budget.take()) continue;
      const short = value.slice(0, bounds.value);
      const known = table.get(key);
      if (known === undefined) table.set(key, [short]);
      else known.push(short);
    }
  }
  return Object.fromEntries(table);
}

function jsonLdOf(scripts: readonly string[]): { readonly things: readonly Json[]; readonly isCut: boolean } {
  const things: Json[] = [];
  let room: number = bounds.jsonLd;
  for (const script of scripts) {
    if (script.length > room) return { things, isCut: true };
    room -= script.length;
    const thing = readJsonLd(script);
    if (isNestedTooDeep(thing)) return { things, isCut: true };
    if (thing !== null) things.push(thing);
  }
  return { things, isCut: false };
}

/** Nothing that nests without end can be written again. */
function isNestedTooDeep(thing: Json): boolean {
  let level: readonly Json[] = [thing];
  for (let depth = 0; depth < bounds.jsonDepth; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Links to the page in other languages, pictures and forms, in document order. */
function elementsOf(
  root: Block,
  resolve: Resolve,
  budget: () => Budget,
): Required<Pick<PageData, 'alternates' | 'images' | 'forms'>> {
  const alternates: { language: string; url: string }[] = [];
  const images: { url: string; alt: string }[] = [];
  const forms: { action: string; method: PageForm['method']; fields: string[] }[] = [];
  const [forAlternates, forImages, forForms, forFields] = [budget(), budget(), budget(), budget()];
  let form: (typeof forms)[number] | undefined;
  let inNoscript = false;
  visit(root);
  return { alternates, images, forms };

  function visit(block: Block): void {
    const { name, attributes, children } = block;
    const { rel = '', hreflang, href, alt, action = '', method } = attributes;
    const within = form;
    const around = inNoscript;
    inNoscript ||= name === 'noscript';
    if (name === 'link' && hreflang !== undefined && href !== undefined && /\balternate\b/i.test(rel)) {
      const url = resolve(href);
      if (url !== undefined && forAlternates.take())
        alternates.push({ language: hreflang.trim().slice(0, 50), url });
    } else if (name === 'img' && alt !== undefined && alt.trim() !== '') {
      const src = pictureSource(block);
      const url = src === undefined ? undefined : resolve(src);
      // A picture that scripts load late stands in `noscript` once more.
      const isAgain = inNoscript && images.at(-1)?.url === url;
      if (url !== undefined && !isAgain && forImages.take())
        images.push({ url, alt: collapse(alt).slice(0, bounds.value) });
    } else if (name === 'form') {
      const url = resolve(action);
      if (url !== undefined && forForms.take()) {
        form = { action: url, method: methodOf(method), fields: [] };
        forms.push(form);
      }
    } else if (form !== undefined && attributes.name !== undefined && fieldElements.has(name)) {
      if (forFields.take()) form.fields.push(attributes.name.slice(0, bounds.value));
    }
    for (const child of children) if (typeof child !== 'string') visit(child);
    form = within;
    inNoscript = around;
  }
}

const fieldElements: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button']);

function methodOf(written: string | undefined): PageForm['method'] {
  const method = written?.trim().toLowerCase();
  return method === 'post' || method === 'dialog' ? method : 'get';
}
