import type { FetchResult } from '../../base/fetch/fetch-result.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { PageResponse } from '../../domain/collection/record.ts';
import type { ToldFields } from '../../domain/collection/told-fields.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import type { KeptContent } from '../../domain/reading/written-content.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Robots } from '../../rules/robots.ts';
import type { PutOff } from '../politeness/host-session.ts';
import type { ListingVisit } from '../sitemaps/visit-listing.ts';
import type { PageReading } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';
import type { Visited } from '../turn/visited.ts';

/** A URL that is being visited. */
export interface BegunVisit {
  readonly turn: Turn;
  readonly work: Work;
  /** The settings for the URL. */
  readonly settings: JobSettings;
  readonly readings: ReadonlySet<PageReading>;
}

/** What a visit asks of a robots.txt once its page is there. */
export type PageRules = Pick<Robots, 'verdict' | 'usage'>;

/** A visit that scope and robots.txt permit. */
export interface PermittedVisit extends BegunVisit {
  /** The robots.txt for the URL. */
  readonly rules: Robots;
}

export type WebResponse = Extract<FetchResult, { kind: 'response' }>;

/** A visit that the server has answered. */
export interface AnsweredVisit extends BegunVisit {
  readonly rules: PageRules;
  readonly result: WebResponse;
  /** Epoch ms. */
  readonly at: number;
  /** The spelling of the URL that was asked for. */
  readonly spelling: CanonicalUrl;
  /** Whether the request asked for the page only if it has changed. */
  readonly conditional: boolean;
  /** Reads the answer if it is a sitemap or a feed. */
  readonly listing?: ListingVisit;
}

/** The bytes of a page. */
export type PageBody = Pick<WebResponse, 'body' | 'gzip'>;

/** A visit whose answer has a page. */
export interface PageVisit extends AnsweredVisit {
  readonly response: PageResponse;
  readonly body: PageBody;
  /** HTML that a converter made of the body; absent: the body is read as it is. */
  readonly converted?: ConvertedBody;
}

/** A document as its converter left it. */
export interface ConvertedBody {
  readonly html: string;
  /** Essence, as the bytes of the document have it. */
  readonly mediaType: string;
  /** SHA-256 of the bytes of the document, 64 hex digits. */
  readonly digest: string;
}

/** A visit whose page was read. */
export interface ReadVisit extends PageVisit {
  readonly content: KeptContent;
  /** Ids of plug-ins that failed on the page. */
  readonly failedPlugins?: readonly string[];
  /** What parts have the record say of the page, beside its content. */
  readonly told?: ToldFields;
}

/** A visit whose page may be taken, as its owner says, and has a verdict (`content.topic`). */
export interface WeighedVisit extends ReadVisit {
  /** Whether the links are not followed. */
  readonly skipLinks: boolean;
  /** Whether the owner forbids keeping the bytes. */
  readonly noArchive: boolean;
  /** What parts publish with the page. */
  readonly entering?: Partial<OutboxPage>;
}

/** A visit that has ended. */
export interface VisitEnd {
  readonly end: Visited | PutOff;
}

/** What a step gives; at once if it waits for nothing. */
export type StepResult<To> = To | VisitEnd | Promise<To | VisitEnd>;

/** One step of a visit: adds its result, or ends the visit. */
export type VisitStep<From, To> = (visit: From) => StepResult<To>;

/** Steps of a visit; each gets the result of the step before. */
export interface VisitSteps<From, To> {
  next<Further extends object>(step: VisitStep<To, Further>): VisitSteps<From, Further>;
  readonly run: VisitStep<From, To>;
}

export function firstStep<From, To extends object>(step: VisitStep<From, To>): VisitSteps<From, To> {
  return stepsOf([step as UntypedStep]);
}

/** `firstStep` and `next` see to it that each step gets what the step before it gives. */
type UntypedStep = VisitStep<object, object>;

function stepsOf<From, To extends object>(steps: readonly UntypedStep[]): VisitSteps<From, To> {
  return {
    run: (visit) => runSteps(steps, 0, visit as object) as StepResult<To>,
    next: (step) => stepsOf([...steps, step as UntypedStep]),
  };
}

/** Waits only for steps that wait: a promise for each step of each page would cost more than most of the steps. */
function runSteps(steps: readonly UntypedStep[], from: number, visit: object): StepResult<object> {
  let reached = visit;
  for (let place = from; place < steps.length; place++) {
    const result = (steps[place] as UntypedStep)(reached);
    if (result instanceof Promise)
      return result.then((late) => ('end' in late ? late : runSteps(steps, place + 1, late)));
    if ('end' in result) return result;
    reached = result;
  }
  return reached;
}
