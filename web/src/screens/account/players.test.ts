import { expect, it, vi } from 'vitest';
import { appWith, does, element, elements, settled } from '../../testing';
import { t } from '../../text';
import { OtherPlayers } from './players';

vi.mock('../../api/http', () => ({
  Refused: class extends Error {},
  api: {
    presence: () => Promise.resolve(true),
    blocked: () => Promise.resolve([]),
    showPresence: () => Promise.reject(new Error('down')),
  },
}));

it('a switch that is not saved goes back to what holds, and says why beside itself', async () => {
  const players = new OtherPlayers(appWith({}));
  await settled();
  const all = () => elements(players.view());
  const box = () => {
    const found = all().find(one => one.data?.attrs?.role === 'switch');
    if (!found) throw new Error('no switch');
    return found;
  };
  expect(box().data?.props?.checked).toBe(true);
  does(box(), 'change', { checked: false });
  // It shows the new choice while it is being saved.
  expect(box().data?.props?.checked).toBe(false);
  await settled();
  expect(box().data?.props?.checked).toBe(true);
  expect(element(players.view(), 'shown-refused').text).toBe(t.app.failed);
  expect(all().find(one => one.data?.attrs?.id === 'block-problem')?.text).toBe('');
});
