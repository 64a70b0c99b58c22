import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { Pages } from '../web/web-server.ts';
import { type Layout, laidOut } from './layout.ts';
import {
  type Answer,
  type Asked,
  type Owner,
  type Plot,
  type Section,
  type TrapKind,
  trapKinds,
} from './section.ts';
import { article, linkList } from './text/markup.ts';

/** A section and the path that it stands under. */
export interface Planned {
  readonly at: string;
  readonly make: (plot: Plot) => Section;
}

export interface HostPlan {
  readonly name: string;
  /** The first that knows a URL answers. */
  readonly sections: readonly Planned[];
  readonly layout: Omit<Layout, 'siteName'>;
}

/** What the server knows of a URL. */
export interface Known {
  /** `archive old-town.localhost`: names the section. */
  readonly section: string;
  /** Of the honest page that it shows, unique in the web. */
  readonly id?: string;
  readonly trap?: TrapKind;
}

export interface TrapWebSection {
  readonly name: string;
  readonly kind: string;
  readonly shape: string;
  /** Without the port. */
  readonly host: string;
  /** Where its paths begin. */
  readonly at: string;
  readonly trap?: TrapKind;
}

/** A web of which every URL is known to be honest or part of a trap. */
export interface TrapWeb {
  readonly name: string;
  seeds(port: number): readonly CanonicalUrl[];
  /** For `startWeb`. */
  readonly pages: Pages;
  /** What a URL is, by its Host header and path; undefined where there is nothing. */
  known(host: string, path: string): Known | undefined;
  /** Ids of all honest pages by section. */
  readonly honest: ReadonlyMap<string, readonly string[]>;
  /** What it has, section by section. */
  readonly sections: readonly TrapWebSection[];
}

interface Host {
  readonly name: string;
  readonly layout: Layout;
  readonly sections: readonly { readonly name: string; readonly at: string; readonly section: Section }[];
}

type Shown = Exclude<Answer, { readonly mirror: true }>;

interface Found {
  readonly answer: Shown;
  readonly owner: Owner;
  readonly host: Host;
  readonly section: string;
}

/** The same web for the same name and plans, but for what is made up on the fly. */
export function trapWeb(name: string, plans: readonly HostPlan[]): TrapWeb {
  const hosts = plans.map((plan) => planted(name, plan));
  let serial = 0;

  function find(asked: Asked): Found | undefined {
    const host = hosts.find((one) => asked.name === one.name || asked.name.endsWith(`.${one.name}`));
    if (host === undefined) return undefined;
    const below = asked.name !== host.name;
    for (const { name: section, section: part } of host.sections) {
      const answer = below === (part.below ?? false) ? part.answer(asked) : undefined;
      if (answer === undefined) continue;
      if (!('mirror' in answer)) return { answer, owner: answer.owner, host, section };
      const mirrored = find({ ...asked, name: host.name });
      return mirrored && { ...mirrored, owner: answer.owner, section };
    }
    if (asked.href !== '/' || below) return undefined;
    const answer = homePage(host);
    return { answer, owner: answer.owner, host, section: homeOf(host) };
  }

  return {
    name,
    seeds: (port) => hosts.map((host) => `http://${host.name}:${port}/` as CanonicalUrl),
    pages(request) {
      const asked = askedFor(request.name, request.port, request.path, serial++);
      // Nobody may learn from robots.txt where the traps are.
      const found = asked.path === '/robots.txt' ? undefined : find(asked);
      if (found === undefined) return undefined;
      const { answer, host } = found;
      if ('page' in answer) return answer.page;
      if ('to' in answer) return { status: answer.status ?? 302, headers: { location: answer.to } };
      const nav = host.sections.flatMap(({ section }) => section.nav(asked));
      const isHome = asked.href === '/' && asked.name === host.name;
      const links = isHome ? host.sections.flatMap(({ section }) => section.home?.(asked) ?? []) : [];
      const draft = { ...answer.draft, main: answer.draft.main + linkList(links) };
      return laidOut(draft, host.layout, nav, asked.serial);
    },
    known(host, path) {
      const [name = '', port = '80'] = host.split(':');
      const found = find(askedFor(name, Number(port), path, 0));
      if (found === undefined) return undefined;
      const { id, trap } = found.owner;
      return {
        section: found.section,
        ...(id === undefined ? {} : { id: `${found.section} ${id}` }),
        ...(trap === undefined ? {} : { trap }),
      };
    },
    honest: new Map(
      hosts.flatMap((host): readonly (readonly [string, readonly string[]])[] => [
        ...(host.sections.some(({ section }) => section.wholeHost)
          ? []
          : [[homeOf(host), [`${homeOf(host)} home`]] as const]),
        ...host.sections.map(
          ({ name: section, section: { honest } }): readonly [string, readonly string[]] => [
            section,
            honest.map((id) => `${section} ${id}`),
          ],
        ),
      ]),
    ),
    sections: hosts.flatMap((host) =>
      host.sections.map(({ name: section, at, section: { kind, shape } }) => {
        const trap =
          trapKinds.find((one) => one === kind) ??
          (shape.endsWith('-endless') && kind === 'archive' ? 'calendar' : undefined);
        return { name: section, kind, shape, host: host.name, at, ...(trap === undefined ? {} : { trap }) };
      }),
    ),
  };
}

const homeOf = ({ name }: Host): string => `home ${name}`;

function planted(web: string, { name, sections, layout }: HostPlan): Host {
  return {
    name,
    layout: { ...layout, siteName: name.split('.')[0] ?? name },
    sections: sections
      .map(({ at, make }) => {
        const seed = `${web} ${name}${at}`;
        const section = make({ host: name, at, seed });
        return { name: `${section.kind} ${name}${at}`, at, section };
      })
      // Who has an answer for everything is asked last.
      .sort((a, b) => Number(a.section.wholeHost ?? false) - Number(b.section.wholeHost ?? false)),
  };
}

function askedFor(name: string, port: number, href: string, serial: number): Asked {
  const mark = href.indexOf('?');
  const path = mark < 0 ? href : href.slice(0, mark);
  return { name, port, path, query: new URLSearchParams(mark < 0 ? '' : href.slice(mark)), href, serial };
}

function homePage({ name }: Host): Shown {
  return { owner: { id: 'home' }, draft: article(120, [name, 'home']) };
}
