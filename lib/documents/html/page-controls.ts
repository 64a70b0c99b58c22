import { scanTags } from './scan-tags.ts';

/** What a page shows beside its text. */
export interface PageControls {
  /** Fields for passwords. */
  readonly passwords: number;
  readonly hasScripts: boolean;
  /** Fields that a visitor fills in. */
  readonly hasFields: boolean;
  /** Pictures, films, frames and the like outside of navigation, headers, asides and footers. */
  readonly media: number;
  /** What stands on its buttons. */
  readonly labels: readonly string[];
  /** What `noscript` says. */
  readonly noscript: string;
}

const media: ReadonlySet<string> = new Set('img video audio iframe canvas object embed'.split(' '));
const fields: ReadonlySet<string> = new Set('input select textarea'.split(' '));
/** Elements around what a page shows. */
const around: ReadonlySet<string> = new Set('nav header aside footer'.split(' '));
const silent: ReadonlySet<string> = new Set('script style title template'.split(' '));
const labelledInputs: ReadonlySet<string> = new Set(['submit', 'button']);
/** Labels that are read, and UTF-16 units of each and of what `noscript` says. */
const most = { labels: 60, label: 80, noscript: 1_000 } as const;

/** What a page shows beside its text, in one pass over its tags. */
export function pageControls(source: string): PageControls {
  const seen = { passwords: 0, hasScripts: false, hasFields: false, media: 0, noscript: '' };
  const labels: string[] = [];
  const open: string[] = [];
  let tag = '';
  let name = '';
  let value = '';
  const input = { type: '', value: '' };
  const isIn = (names: ReadonlySet<string>): boolean => open.some((one) => names.has(one));
  const add = (text: string): void => {
    if (open.includes('noscript')) seen.noscript = `${seen.noscript}${text}`.slice(0, most.noscript);
    else if (open.includes('button') && labels.length > 0 && !isIn(silent))
      labels.push(`${labels.pop()}${text}`.slice(0, most.label));
  };
  scanTags(source, {
    openTag(start, end) {
      tag = source.slice(start, end).toLowerCase();
      Object.assign(input, { type: '', value: '' });
      if (tag === 'script') seen.hasScripts = true;
      if (around.has(tag) || silent.has(tag) || tag === 'noscript' || tag === 'button') open.push(tag);
      if (tag === 'button' && labels.length < most.labels) labels.push('');
      if (media.has(tag) && !isIn(around) && !open.includes('noscript')) seen.media += 1;
      return tag === 'input';
    },
    openTagEnd() {
      if (!fields.has(tag) || open.includes('noscript')) return;
      if (input.type === 'password') seen.passwords += 1;
      if (labelledInputs.has(input.type)) labels.push(input.value.slice(0, most.label));
      else if (input.type !== 'hidden' && !isIn(around)) seen.hasFields = true;
    },
    closeTag(start, end) {
      const at = open.lastIndexOf(source.slice(start, end).toLowerCase());
      if (at >= 0) open.length = at;
    },
    attribute(start, end) {
      name = source.slice(start, end).toLowerCase();
      value = '';
    },
    attributeEnd() {
      if (name === 'type') input.type = value.toLowerCase().trim();
      if (name === 'value') input.value = value;
    },
    text: (start, end) => add(source.slice(start, end)),
    textEntity: (codePoint) => add(String.fromCodePoint(codePoint)),
    value(start, end) {
      value += source.slice(start, end);
    },
    valueEntity(codePoint) {
      value += String.fromCodePoint(codePoint);
    },
  });
  return { ...seen, labels };
}
