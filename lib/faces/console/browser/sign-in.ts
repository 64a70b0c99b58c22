import { useRef } from 'preact/hooks';
import { type FailedRequest, token } from './base/api.ts';
import { html } from './base/html.ts';
import { Trouble } from './base/parts.ts';

/** Asks for a token. */
export function SignIn({ problem, given }: { readonly problem?: FailedRequest; given(): void }) {
  const field = useRef<HTMLInputElement>(null);
  const enter = (event: Event): void => {
    event.preventDefault();
    token.set(field.current?.value.trim() ?? '');
    given();
  };
  return html`<main class="sign-in"><h1>Winnow</h1>
    <${Trouble} problem=${problem} />
    <form onSubmit=${enter}>
      <label>Token <input ref=${field} type="password" autocomplete="off" required /></label>
      <button type="submit" class="weighty">Enter</button>
    </form>
    <p class="quiet">${'`winnow serve --token NAME` makes one; `winnow console` prints an address that has one in it.'}</p>
  </main>`;
}
