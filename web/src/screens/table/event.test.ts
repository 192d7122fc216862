import { expect, it, vi } from 'vitest';
import { appWith, element, settled } from '../../testing';
import type { State } from '../../api/types';
import { OfEvent } from './event';

vi.mock('../events/table', () => {
  throw new Error('no such file');
});

it('where the event of a game cannot be loaded its place says so', async () => {
  const state = { id: 'id', seat: 'white', event: { id: 'event' } } as State;
  const event = new OfEvent(appWith({}));
  event.take(state);
  expect(event.view(state)).toBeNull();
  await vi.waitFor(async () => {
    await settled();
    expect(element(event.view(state), 'not-loaded')).toBeDefined();
  });
});
