import { afterEach, expect, it, vi } from 'vitest';
import { appWith, does, element, elements, settled } from '../../testing';
import { events } from '../../api/events';
import type { Me } from '../../api/types';
import { newEventPage } from './new';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

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
  const type = (id: string, value: string): void => {
    const field = elements(page.view()).find(one => one.data?.attrs?.id === id);
    if (field) does(field, 'input', { value });
  };
  type('event-name', 'Club evening');
  type('event-deputy', 'Tess');
  does(element(page.view(), 'event-form'), 'submit');
  expect(events.create).toHaveBeenCalledOnce();
  if (goesOn) page.destroy?.();
  answer({ id: 'event0000001' });
  await settled();
  expect(gone).toEqual(paths);
});
