import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { covers } from './hold.ts';

/** A deletion that also holds for URLs that come later. A URL must meet all conditions that are given. */
export interface DeleteRule extends UrlConditions {
  /** ID of the request that gave it. */
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
  readonly by: string;
  readonly reason: string;
}

/** Conditions that a URL meets by itself. */
export interface UrlConditions {
  /** A host, or a domain with all its hosts. */
  readonly host?: string;
  /** The URL begins with this text. */
  readonly prefix?: string;
  /** The path of the URL, with its query, contains this text. */
  readonly path?: string;
}

/** Limit of the rules of a job, because its item is read at every turn. */
export const maxDeleteRules = 50;

/** Whether a URL meets all conditions. */
export function meets({ host, prefix, path }: UrlConditions, url: CanonicalUrl): boolean {
  if (host !== undefined && !covers(host, hostOf(url))) return false;
  if (prefix !== undefined && !url.startsWith(prefix)) return false;
  return path === undefined || pathOf(url).includes(path);
}

function pathOf(url: CanonicalUrl): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

/** The first rule that a URL meets; undefined: there is none. */
export function ruleFor(rules: readonly DeleteRule[] | undefined, url: CanonicalUrl): DeleteRule | undefined {
  return rules?.find((rule) => meets(rule, url));
}
