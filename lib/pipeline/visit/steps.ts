import type { PageResponse } from '../../domain/collection/record.ts';
import type { WrittenContent } from '../../domain/document/written-content.ts';
import type { FetchResult } from '../../domain/fetch/fetch-result.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import type { Robots } from '../../domain/robots/robots.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import type { PutOff } from '../politeness/host-session.ts';
import type { ListingVisit } from '../sitemaps/visit-listing.ts';
import type { PageReading } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';
import type { Visited } from '../turn/visited.ts';

/** A URL that is to be visited. */
export interface BegunVisit {
  readonly turn: Turn;
  readonly work: Work;
  /** Those of the URL. */
  readonly settings: JobSettings;
  readonly readings: ReadonlySet<PageReading>;
}

/** Scope and robots.txt let it be asked for. */
export interface PermittedVisit extends BegunVisit {
  /** The robots.txt for the URL. */
  readonly rules: Robots;
}

export type WebResponse = Extract<FetchResult, { kind: 'response' }>;

/** The server answered. */
export interface AnsweredVisit extends PermittedVisit {
  readonly result: WebResponse;
  /** Epoch ms. */
  readonly at: number;
  /** How the page was spelled. */
  readonly spelling: CanonicalUrl;
  /** It was asked for only if it has changed. */
  readonly conditional: boolean;
  /** How it is read if it is a sitemap or a feed. */
  readonly listing?: ListingVisit;
}

/** The bytes of a page. */
export type PageBody = Pick<WebResponse, 'body' | 'gzip'>;

/** The answer has a page. */
export interface PageVisit extends AnsweredVisit {
  readonly response: PageResponse;
  readonly body: PageBody;
}

/** The page was read. */
export interface ReadVisit extends PageVisit {
  readonly content: WrittenContent;
  /** Ids of plug-ins that failed while it was read. */
  readonly failedPlugins?: readonly string[];
}

/** Its owner lets it be taken, and the topic has its verdict (`content.topic`). */
export interface WeighedVisit extends ReadVisit {
  /** Its links are not followed. */
  readonly skipLinks: boolean;
  /** Its owner does not let its bytes be kept. */
  readonly noArchive: boolean;
}

/** A visit that is over. */
export interface VisitEnd {
  readonly end: Visited | PutOff;
}

/** One step of a visit: adds what it made, or ends the visit. */
export type VisitStep<From, To> = (visit: From) => To | VisitEnd | Promise<To | VisitEnd>;

/** Steps of a visit, each with what the one before it made. */
export interface VisitSteps<From, To> {
  next<Further extends object>(step: VisitStep<To, Further>): VisitSteps<From, Further>;
  run(visit: From): Promise<To | VisitEnd>;
}

export function firstStep<From, To extends object>(step: VisitStep<From, To>): VisitSteps<From, To> {
  return stepsOf(async (visit) => await step(visit));
}

function stepsOf<From, To extends object>(
  run: (visit: From) => Promise<To | VisitEnd>,
): VisitSteps<From, To> {
  return {
    run,
    next: (step) =>
      stepsOf(async (visit) => {
        const reached = await run(visit);
        return 'end' in reached ? reached : await step(reached);
      }),
  };
}
