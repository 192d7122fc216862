import { expect, it, vi } from 'vitest';
import { appWith, does, element, elements, settled, words } from '../../testing';
import { t } from '../../text';
import { casePage } from './case';

const server = vi.hoisted(() => ({ acts: 0, isDown: false }));

vi.mock('../../api/http', () => ({
  Refused: class extends Error {},
  isFactorMissing: () => false,
  api: {
    moderation: {
      case: () =>
        server.isDown ? Promise.reject(new Error('down')) : Promise.resolve({ name: 'Troll', reports: [], acts: [] }),
      act: () => {
        server.acts++;
        server.isDown = true;
        return Promise.resolve();
      },
    },
  },
}));

it('what a moderator has done is done, also if the case cannot be read again', async () => {
  const notes: string[] = [];
  const page = casePage(appWith({ note: words => notes.push(words) }), 'id');
  await settled();
  const reason = () => elements(page.view()).find(one => one.data?.attrs?.id === 'act-reason');
  const input = reason()?.data?.on?.input as (event: object) => void;
  input({ target: { value: 'Please be kind.' } });
  does(element(page.view(), 'act-form'), 'submit');
  await settled();
  expect(server.acts).toBe(1);
  expect(notes).toEqual([t.moderation.done]);
  // A second press does not send it again; the failed reload is reported separately.
  expect(reason()?.data?.props?.value).toBe('');
  expect(words(page.view())).toContain(t.app.failed);
});
