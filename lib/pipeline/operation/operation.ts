import type * as z from 'zod/mini';
import type { MadeKind, Scratch } from './made.ts';
import type { GivenJob, JobPlace, JobsPlace, Workplace } from './place.ts';
import type { Message } from './said.ts';
import type { View } from './view.ts';

/** What an operation may be about, and what it is run on. `jobs`: one job, or all with `*`. */
interface Places {
  readonly job: JobPlace;
  readonly jobs: JobsPlace;
  readonly installation: Workplace;
}

/** Fields by their names (`input.ts` has their kinds). */
export type InputFields = z.core.$ZodShape;
export type Values<F extends InputFields> = z.output<z.ZodMiniObject<F>>;

/** Who asks for an operation, and how. */
export interface AskedBy {
  /** Names the request in the log of commands. */
  readonly requestId: string;
  readonly by: string;
  readonly reason: string;
  /** The operation says what it would change, and changes nothing. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly tell: Tell;
  /** Puts a file where the asker wants it; absent: the asker takes none. */
  readonly put?: Put;
  /** What the files of the job say; absent: the asker has none. */
  readonly given?: GivenJob;
  /** The last mark of an earlier request that was cut off (`Made`), whose pieces up to it the asker has. */
  readonly resume?: object;
  /** Where what is made waits; absent: in memory. */
  readonly scratch?: Scratch;
  /** Opens the stored job of a directory of the asker's machine, to look at; absent: the asker is elsewhere. */
  openJob?(directory: string): Promise<OpenedJob>;
}

/** A job beside the place of an operation. Whoever opened it closes it. */
export interface OpenedJob {
  readonly place: Workplace;
  readonly job: string;
  close(): Promise<void>;
}

/** Hears how something goes while it goes on. */
export type Tell = (message: Message) => void;

/** Puts a file somewhere, in place of what is there. @returns where that is */
export type Put = (name: string, pieces: Iterable<string | Uint8Array>) => string;

/** Files that an operation puts where the asker says, and how the command line is told where. */
interface Files {
  /** The name of the option; absent: the place stands alone. */
  readonly option?: string;
  /** What stands for the place in help. */
  readonly shown: 'file' | 'dir' | 'path';
  readonly says: string;
  readonly isRequired?: true;
  /** What they are called behind the name of the job where the command line does not say. Absent: none are made then. */
  readonly usual?: string;
  /**
   * The file that names the others, which is put first: a folder that has one is an earlier call's, whose files go; another folder must
   * be empty.
   */
  readonly list?: string;
}

/** What a view may know beside the result. */
export interface Seen<In> {
  readonly input: In;
  /** Epoch ms by the clock of what runs the crawl. */
  readonly now: number;
  readonly dryRun: boolean;
  readonly isOnStack: boolean;
  /** How the asker orders something of the same place: a command line. */
  readonly order: (name: string) => string;
}

/** A form of the result that the view is not: bytes, or the text of a known format. */
interface Format<Out> {
  readonly says: string;
  write(result: Out, place: Workplace): string | Uint8Array | Promise<string | Uint8Array>;
}

/**
 * Something that people can ask of an installation or order it to do: described once, offered by every face. Its name, its summary
 * and where it is offered stand in the list (`lib/operations/operations.ts`).
 */
export interface Operation<
  A extends keyof Places = keyof Places,
  F extends InputFields = InputFields,
  Out = unknown,
> {
  readonly about: A;
  /** The fields that it takes, beside those that every operation of its kind takes (`lib/operations/ask.ts`). */
  readonly input: F;
  /** `destroys`: it cannot be undone, and is a dry run until it is confirmed. */
  readonly effect: 'reads' | 'changes' | 'destroys';
  /** Absent: what changes something has a dry run. */
  readonly hasNoDryRun?: true;
  /** The use case enters it in the log of commands. Absent: `lib/operations/ask.ts` does. */
  readonly logsItself?: true;
  /**
   * `made`: the job's files take effect first, and make a job that is not there yet. `stored`: the job is used as it is stored. `brought`:
   * the operation brings jobs, into a place that may be empty. Absent: the files take effect, and no job is made.
   */
  readonly job?: 'made' | 'stored' | 'brought';
  /** It does what the files of the job say, which the asker has: on the command line, beside a stack, too. */
  readonly asFilesSay?: true;
  /** The directory in what was typed whose job the command line opens where `--job` names none. */
  directoryOf?(typed: Readonly<Record<string, unknown>>): string | undefined;
  /** Absent: it makes no files. */
  readonly files?: Files;
  /** It fetches pages of the web, whatever its effect: who may only look may not have that done. */
  readonly fetches?: true;
  /** Whether what is asked for changes something. Absent: as its effect says. */
  changes?(input: Values<F>): boolean;
  /** Only a process does it that has the data directory for itself. Absent: any does. */
  readonly isAlone?: true;
  /** It has pages fetched: others that do may run beside it in the same process. */
  readonly runsTurns?: true;
  /** It may go on for days, and tells how: a face that answers once says that it has begun. */
  readonly goesOn?: true;
  /** Whether the work is long, so that a process that has the data directory for itself does it to its end. */
  takesLong?(input: Values<F>): boolean;
  /** What is wrong with fields that are right each by itself, in words. */
  refuses?(input: Values<F>): string | undefined;
  /** What a person who types it hardly means, in words: the command line refuses it. */
  refusesTyped?(input: Values<F>): string | undefined;
  /** What the log keeps of what is asked for. Absent: all of it. */
  askedInShort?(input: Values<F>): object;
  /** What the log keeps of the result. Absent: all of it. */
  inShort?(result: Out): unknown;
  /** Never prints. What comes bit by bit is a list, whose items it yields as they are found. @throws WinnowError */
  run(place: Places[A], input: Values<F>, asked: AskedBy): Promise<Out> | AsyncIterable<ItemOf<Out>>;
  /** The result as people see it. */
  view(result: Out, seen: Seen<Values<F>>): View;
  /** `run` yields rows without end, or too many to keep: faces hand each on as it comes. What is no row is `Said`. */
  readonly isStream?: true;
  /** Whether rows come without an end. Absent: never. */
  hasNoEnd?(input: Values<F>): boolean;
  /** What asks later for the same rows in the same order: the fields with times that do not move. Absent, or undefined: nothing does. */
  fixed?(input: Values<F>, now: number): Values<F> | undefined;
  /** What asks for the rows behind some, of what `fixed` says. Absent, or undefined: rows are counted. */
  behind?(input: Values<F>, rows: readonly unknown[]): Values<F> | undefined;
  /** The parts of the view of what comes bit by bit: of an item as it comes, and what is said of all at the end. */
  readonly items?: ItemViews<ItemOf<Out>>;
  readonly formats?: Readonly<Record<string, Format<Out>>>;
  /** `run` yields files in pieces (`Made`), as a stream. */
  makes?(input: Values<F>): MadeKind;
}

type ItemOf<Out> = Out extends readonly (infer Item)[] ? Item : unknown;

interface ItemViews<Item> {
  view(item: Item, seen: Pick<Seen<never>, 'order'>): View[number];
  end(all: readonly Item[], seen: Pick<Seen<never>, 'order'>): View[number];
}

/** The view of what comes bit by bit, made of its parts. */
export function itemwise<Item>(items: ItemViews<Item>) {
  const view = (all: readonly Item[], seen: Pick<Seen<never>, 'order'>): View => [
    [...all.flatMap((item) => items.view(item, seen)), ...items.end(all, seen)],
  ];
  return { items, view };
}

/** Describes an operation. */
export function operation<A extends keyof Places, const F extends InputFields, Out>(
  described: Operation<A, F, Out>,
): Operation<A, F, Out> {
  return described;
}

/** An operation with its name in the list. */
export interface NamedOperation {
  readonly name: string;
  readonly operation: Operation;
}
