/** Addresses that carry the way back to where the user came from. */

const NAME = 'back';
const WITH_BACK = ['/sign-in', '/sign-up'] as const;

type WithBack = (typeof WITH_BACK)[number];

interface Place {
  pathname: string;
  search: string;
}

/** The address of a page that leads back to this place, or to where this place leads back to. */
export function withBack(path: WithBack, from: Place): string {
  const back = isWithBack(from.pathname) ? backOf(from.search) : from.pathname + from.search;
  return back === '/' ? path : `${path}?${new URLSearchParams({ [NAME]: back }).toString()}`;
}

/** The address to which the page with this search part leads back: always one of the client. */
export function backOf(search: string): string {
  const asked = new URLSearchParams(search).get(NAME) ?? '/';
  const here = 'http://here.invalid';
  if (!asked.startsWith('/') || !URL.canParse(asked, here)) return '/';
  const url = new URL(asked, here);
  return url.origin === here && !isWithBack(url.pathname) ? url.pathname + url.search : '/';
}

function isWithBack(path: string): boolean {
  return WITH_BACK.some(one => one === path);
}
