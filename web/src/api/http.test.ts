import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** The API over a stubbed `fetch`, with a `Request` that accepts relative URLs without a page. */
async function over(fetch: (url: string, init: RequestInit) => Promise<Response>): Promise<typeof import('./http')> {
  class Request {
    constructor(readonly url: string) {}
  }
  vi.stubGlobal('Request', Request);
  vi.stubGlobal('fetch', ({ url }: Request, init: RequestInit) => fetch(url, init));
  vi.resetModules();
  return import('./http');
}

it('an answer that does not come is given up, after the server would have', async () => {
  vi.useFakeTimers();
  const patience = vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    const control = new AbortController();
    setTimeout(() => control.abort(), ms);
    return control.signal;
  });
  let asked = '';
  const { api, Refused } = await over((url, { signal }) => {
    asked = url;
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('timed out', 'TimeoutError')));
    });
  });
  let told: unknown = null;
  api.me().catch((error: unknown) => (told = error));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toBe('/api/v1/me');
  expect(told).toBeNull();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told).toBeInstanceOf(Refused);
  expect(String(told)).toContain('Cannot reach the server');
  patience.mockRestore();
  vi.useRealTimers();
});

it('an answer that breaks off is refused in the same words', async () => {
  const body = new ReadableStream({ start: control => control.error(new TypeError('network error')) });
  let asked = 0;
  const { api } = await over(() => {
    asked += 1;
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
  });
  await expect(api.me()).rejects.toThrow('Cannot reach the server');
  expect(asked).toBe(1);
});

it.each(['', '<html>502 Bad Gateway</html>', '{"message":"no upstream"}'])(
  'a proxy that refuses in words of its own (%s) is told in ours, also over HTTP/2, which has no status text',
  async body => {
    const { api } = await over(() => Promise.resolve(new Response(body, { status: 502 })));
    await expect(api.me()).rejects.toThrow('The server does not answer at the moment. Try again shortly.');
  },
);
