import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, FailedRequest, mayDo, type NeededScope, requestId } from './api.ts';
import { useAround } from './around.ts';
import { html, type Shown } from './html.ts';
import { Trouble } from './parts.ts';

interface ActProps<Answer> {
  readonly label: string;
  /** What a screen reader says in its place, where there are several of them. */
  readonly about?: string;
  readonly path: string;
  readonly body?: object;
  readonly needs?: NeededScope;
  /** What it does, or did, in words. */
  readonly effect: (answer: Answer) => Shown;
  /** What of the told effect is asked for again where it is confirmed: it is not done where others came first. */
  readonly confirms?: (answer: Answer) => object;
  /** It is done without being tried before: it has no dry run. */
  readonly isPlain?: boolean;
  /** What is known of the effect without a try. */
  readonly says?: string;
  readonly isWeighty?: boolean;
  readonly isDisabled?: boolean;
  readonly done?: (answer: Answer) => void;
  /** The effect is asked for without a click: something else was done that means it. */
  readonly isAtOnce?: boolean;
  readonly closed?: () => void;
  readonly tried?: (answer: Answer) => void;
  /** What the dry run told cannot be done: it is only shown. */
  readonly refuses?: (answer: Answer) => boolean;
  readonly failed?: (problem: FailedRequest) => void;
}

type Step<Answer> =
  | { readonly is: 'rest' | 'asking' | 'doing' }
  | { readonly is: 'told'; readonly answer?: Answer; readonly problem?: FailedRequest };

/** A control: says what it would change, by a dry run, and does it once that is confirmed. */
export function Act<Answer>(props: ActProps<Answer>) {
  const {
    label,
    about,
    path,
    body = {},
    needs = 'operate',
    effect,
    confirms,
    isPlain,
    says,
    isWeighty,
    isDisabled,
    done,
    isAtOnce,
    closed,
    tried,
    refuses,
    failed,
  } = props;
  const { session, say } = useAround();
  const [step, setStep] = useState<Step<Answer>>({ is: 'rest' });
  const dialog = useRef<HTMLDialogElement>(null);
  const reason = useRef<HTMLInputElement>(null);
  /** An order whose answer was lost: sent again as it was, it counts once. */
  const lost = useRef<object | undefined>(undefined);
  useEffect(() => {
    if (step.is === 'told' && dialog.current?.open === false) dialog.current.showModal();
  }, [step]);
  useEffect(() => {
    if (isAtOnce) tryIt();
  }, []);
  if (!mayDo(session, needs)) return null;

  async function tryIt(): Promise<void> {
    // The button is not disabled meanwhile: it would lose the focus, which comes back from the dialog.
    if (step.is !== 'rest') return;
    if (isPlain) return setStep({ is: 'told' });
    setStep({ is: 'asking' });
    try {
      const answer = await ask<Answer>(path, { body: { ...body, dryRun: true } });
      setStep({ is: 'told', answer });
      tried?.(answer);
    } catch (error) {
      fail(error);
    }
  }

  function fail(error: unknown): void {
    const problem = asProblem(error);
    if (problem.status !== 0) lost.current = undefined;
    setStep({ is: 'told', problem });
    failed?.(problem);
  }

  async function doIt(): Promise<void> {
    const why = reason.current?.value.trim() ?? '';
    const told = step.is === 'told' && step.answer !== undefined ? confirms?.(step.answer) : {};
    setStep({ is: 'doing' });
    const confirmed = needs === 'destroy' ? { confirmed: true } : {};
    try {
      const given = lost.current ?? { ...body, ...told, ...confirmed, ...requestId(), reason: why };
      lost.current = given;
      const answer = await ask<Answer>(path, { body: given });
      lost.current = undefined;
      close();
      say(`${label}: done`);
      done?.(answer);
    } catch (error) {
      fail(error);
    }
  }

  function close(): void {
    dialog.current?.close();
    setStep({ is: 'rest' });
  }

  const isBusy = step.is === 'asking' || step.is === 'doing';
  const told = step.is === 'told' ? step : undefined;
  const { answer } = told ?? {};
  const isRefused = told?.problem !== undefined || (answer !== undefined && refuses?.(answer) === true);
  return html`<span class="act">
    <button type="button" class=${isWeighty ? 'weighty' : undefined} disabled=${isDisabled} aria-busy=${isBusy} aria-label=${about} onClick=${tryIt}>${label}</button>
    <dialog ref=${dialog} aria-label=${about ?? label} onClose=${() => {
      lost.current = undefined;
      setStep({ is: 'rest' });
      closed?.();
    }}>
      <h2>${about ?? label}?</h2>
      <${Trouble} problem=${told?.problem} />
      ${says === undefined ? '' : html`<p>${says}</p>`}
      ${answer === undefined ? '' : html`<div class="effect">${effect(answer)}</div>`}
      ${isRefused ? '' : html`<label>Why, for the log <input ref=${reason} maxlength="200" /></label>`}
      <p class="buttons">
        ${!isRefused || lost.current !== undefined ? html`<button type="button" class="weighty" disabled=${isBusy} onClick=${doIt}>${told?.problem === undefined ? label : 'Send it again: it counts once'}</button>` : ''}
        <button type="button" onClick=${close}>Leave it</button>
      </p>
    </dialog>
  </span>`;
}

function asProblem(error: unknown): FailedRequest {
  return error instanceof FailedRequest ? error : new FailedRequest(0, String(error));
}
