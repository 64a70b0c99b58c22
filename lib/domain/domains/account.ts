/** The account of the domains that a domain leads to: no name of a domain begins so. */
export function accountOf(domain: string): string {
  return `>${domain}`;
}

/** The domain of an account. */
export function domainOf(account: string): string {
  return account.replace(/^>/, '');
}
