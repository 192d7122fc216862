import { expect, it } from 'vitest';
import type { Command } from '../../api/events';
import { appWith, settled } from '../../testing';
import { Forms } from './forms';
import type { Form } from './host';

const COMMAND: Command = { type: 'withdraw' };
const form = (): Form => ({ view: () => ({}) as never });

/** The forms of a page, with a server whose answer a test triggers. */
function page(): {
  forms: Forms;
  live: { refusal: string };
  notes: string[];
  answer: (isDone: boolean) => Promise<void>;
} {
  const notes: string[] = [];
  let give: (isDone: boolean) => void = () => {};
  const command = (): Promise<boolean> => new Promise(answer => (give = answer));
  const live = {
    command,
    refusal: '',
    lacksFactor: false,
    isBusy: false,
    refuse: (why: string) => (live.refusal = why),
  };
  const forms = new Forms(appWith({ note: words => notes.push(words) }), live);
  const answer = (isDone: boolean): Promise<void> => {
    if (!isDone) live.refuse('It is too late.');
    give(isDone);
    return settled();
  };
  return { forms, live, notes, answer };
}

it('a form is closed when what it has sent is done, and stays when it is refused', async () => {
  const { forms, notes, answer } = page();
  const own = form();
  forms.open(own);
  forms.send(COMMAND, 'Done.');
  await answer(false);
  expect(forms.shown).toBe(own);
  expect(notes).toEqual([]);
  forms.send(COMMAND, 'Done.');
  await answer(true);
  expect(forms.shown).toBeNull();
  expect(notes).toEqual(['Done.']);
});

it('an answer to something else leaves the form open in which one is writing', async () => {
  const { forms, notes, answer } = page();
  const other = form();
  forms.send(COMMAND, 'Checked in.');
  forms.open(other);
  await answer(true);
  expect(forms.shown).toBe(other);

  forms.open(form());
  forms.send(COMMAND, 'Ruled.');
  forms.close();
  forms.open(other);
  await answer(true);
  expect(forms.shown).toBe(other);
  expect(notes).toEqual(['Checked in.', 'Ruled.']);
});

it('whoever sends is told whether it was done', async () => {
  const { forms, answer } = page();
  let done = 0;
  forms.send(COMMAND, 'Done.', () => done++);
  await answer(false);
  expect(done).toBe(0);
  forms.send(COMMAND, 'Done.', () => done++);
  await answer(true);
  expect(done).toBe(1);
});

it('a refusal stands in the form that has sent, and on the page if that has been closed', async () => {
  const { forms, live, answer } = page();
  forms.open(form());
  forms.send(COMMAND, 'Done.');
  await answer(false);
  expect(forms.refusal).toBe('It is too late.');
  forms.close();
  expect(live.refusal).toBe('');

  forms.open(form());
  forms.send(COMMAND, 'Done.');
  forms.close();
  forms.open(form());
  await answer(false);
  expect([forms.refusal, forms.isSender, live.refusal]).toEqual(['', false, 'It is too late.']);
  // It is still there after the other form is closed.
  forms.close();
  expect(live.refusal).toBe('It is too late.');
});
