import { environment } from '../config/stack/names.ts';
import type { StackSettings } from '../config/stack/stack-settings.ts';
import type { WinnowFunction } from './winnow-function.ts';

/** User names, passwords and headers for some sites: secrets that are there already, and stay when the stack goes. */
export class SiteSecrets {
  readonly #arns: StackSettings['secrets'];

  constructor(arns: StackSettings['secrets']) {
    this.#arns = arns;
  }

  /** Lets a function read just these; nothing when there are none. */
  grantRead(fn: WinnowFunction): void {
    this.name(fn);
    const arns = Object.values(this.#arns);
    if (arns.length > 0) fn.allow(['secretsmanager:GetSecretValue'], arns);
  }

  /** Tells a function which there are, and no more. */
  name(fn: WinnowFunction): void {
    fn.setVariable(environment.secrets, JSON.stringify(this.#arns));
  }
}
