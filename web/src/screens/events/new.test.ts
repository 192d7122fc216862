import { afterEach, expect, it, vi } from 'vitest';
import { appWith, does, element, elements, settled } from '../../testing';
import { events } from '../../api/events';
import { Refused } from '../../api/http';
import type { Me } from '../../api/types';
import type { Page } from '../../ui/page';
import { newEventPage } from './new';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function type(page: Page, id: string, value: string): void {
  const field = elements(page.view()).find(one => one.data?.attrs?.id === id);
  if (field) does(field, 'input', { value });
}

it.each([
  { goesOn: false, paths: ['/events/event0000001'] },
  { goesOn: true, paths: [] },
])('an event that is made is shown, unless its maker has gone to another page: $goesOn', async ({ goesOn, paths }) => {
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', { getElementById: () => null });
  let answer: (made: { id: string }) => void = () => {};
  const made = new Promise<{ id: string }>(resolve => (answer = resolve));
  vi.spyOn(events, 'create').mockReturnValue(made as ReturnType<typeof events.create>);
  const gone: string[] = [];
  const page = newEventPage(appWith({ me: { account: true, name: 'Rita' } as Me, go: path => gone.push(path) }));
  type(page, 'event-name', 'Club evening');
  type(page, 'event-deputy', 'Tess');
  does(element(page.view(), 'event-form'), 'submit');
  expect(events.create).toHaveBeenCalledOnce();
  if (goesOn) page.destroy?.();
  answer({ id: 'event0000001' });
  await settled();
  expect(gone).toEqual(paths);
});

it('an event whose answer was lost is asked for with the key that it had, and a changed one with another', async () => {
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', { getElementById: () => null });
  const create = vi.spyOn(events, 'create').mockRejectedValue(new Refused('There was no answer.'));
  const page = newEventPage(appWith({ me: { account: true, name: 'Rita' } as Me }));
  type(page, 'event-deputy', 'Tess');
  for (const name of ['Club evening', 'Club evening', 'Club night']) {
    type(page, 'event-name', name);
    does(element(page.view(), 'event-form'), 'submit');
    await settled();
  }
  const keys = create.mock.calls.map(([, key]) => key);
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('whoever has gone to another page is told there why no event was made, and no field of that page is touched', async () => {
  vi.stubGlobal('window', globalThis);
  const looked = vi.fn(() => null);
  vi.stubGlobal('document', { getElementById: looked });
  let refuse: (error: Error) => void = () => {};
  const asked = new Promise<never>((_, reject) => (refuse = reject));
  vi.spyOn(events, 'create').mockReturnValue(asked);
  const notes: string[] = [];
  const page = newEventPage(
    appWith({ me: { account: true, name: 'Rita' } as Me, note: words => void notes.push(words) }),
  );
  type(page, 'event-name', 'Club evening');
  type(page, 'event-deputy', 'Tess');
  does(element(page.view(), 'event-form'), 'submit');
  page.destroy?.();
  looked.mockClear();
  refuse(new Refused('There is no account with this name.'));
  await settled();
  expect(notes).toEqual(['There is no account with this name.']);
  expect(looked).not.toHaveBeenCalled();
});
