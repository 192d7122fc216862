import { expect, it } from 'vitest';
import { does, element, elements, words } from '../../testing';
import { h, type VNode } from 'snabbdom';
import type { Command, EventDetail } from '../../api/events';
import { d } from '../../text/desk';
import { arbiterView } from './arbiter';
import { Desk } from './desk';
import { HandPairing } from './hand';
import { entry, hostOf, NOW, sample } from './sample';

/** The command that was sent last, and the sender's callback on success. */
interface Sent {
  command: Command | null;
  onDone: () => void;
}

function sends(): { sent: Sent; send: (command: Command, done: string, onDone?: () => void) => void } {
  const sent: Sent = { command: null, onDone: () => {} };
  const send = (command: Command, _: string, onDone = () => {}): void => void Object.assign(sent, { command, onDone });
  return { sent, send };
}

/** A field of a view. */
function field(view: VNode, id: string): VNode {
  const found = elements(view).find(one => one.data?.attrs?.id === id);
  if (!found) throw new Error(`no field ${id}`);
  return found;
}

/** The desk of an organiser who directs, and functions to look into it. */
function desk() {
  const you = { player: false, organiser: true, director: true, chiefArbiter: false, deputy: false };
  const { sent, send } = sends();
  const detail = sample({ you, phase: 'open', rounds: [] });
  const shown = new Desk(hostOf(detail, { send }));
  const view = () => h('div', shown.view());
  return {
    sent,
    view,
    find: (test: string) => element(view(), test),
    field: (id: string) => field(view(), id),
  };
}

it('a name that was refused stays to be mended, and goes when its player has been entered', () => {
  const { sent, field, find } = desk();
  does(field('desk-enter'), 'input', { value: 'Mira' });
  does(find('desk-enter'), 'submit');
  expect(sent.command).toEqual({ type: 'enter', player: 'Mira' });
  expect(field('desk-enter').data?.props?.value).toBe('Mira');
  sent.onDone();
  expect(field('desk-enter').data?.props?.value).toBe('');
  // Text typed meanwhile belongs to the next player.
  does(field('desk-enter'), 'input', { value: 'Otto' });
  does(find('desk-enter'), 'submit');
  does(field('desk-enter'), 'input', { value: 'Petra' });
  sent.onDone();
  expect(field('desk-enter').data?.props?.value).toBe('Petra');
});

it('once the event is over nothing is offered that would be refused', () => {
  const you = { player: false, organiser: true, director: true, chiefArbiter: true, deputy: false };
  const controls = (phase: EventDetail['phase']): string[] => {
    const host = hostOf(sample({ you, phase, presides: true, forbidden: [['id-Ada', 'id-Ben']] }));
    const view = h('div', [...new Desk(host).view(), ...arbiterView(host)]);
    return elements(view).flatMap(one => (/^(button|form|select|input)/.test(one.sel ?? '') ? [words(one)] : []));
  };
  expect(controls('running').length).toBeGreaterThan(10);
  for (const phase of ['finished', 'cancelled', 'annulled'] as const) expect(controls(phase)).toEqual([]);
});

it('who has withdrawn is reinstated where games are arranged, and says so without a next round', () => {
  const you = { player: false, organiser: true, director: true, chiefArbiter: false, deputy: false };
  const entries = [entry(1, 'Ada', { withdrawn: true }), entry(2, 'Ben')];
  const reinstate = (detail: EventDetail): VNode[] =>
    elements(h('div', new Desk(hostOf(detail)).view())).filter(one => one.data?.attrs?.['data-test'] === 'reinstate');
  const last = sample({ you, entries, roundsPlanned: 2 });
  expect(reinstate(last)).toEqual([]);
  const format = { kind: 'round-robin', double: false, arranged: { deadline: NOW } } as const;
  const [arranged] = reinstate({ ...last, settings: { ...last.settings, format } });
  expect(arranged?.data?.attrs?.['aria-label']).toBe(d.act.reinstateArranged('Ada'));
  expect(reinstate({ ...last, roundsPlanned: 3 })).toHaveLength(1);
  // With nobody else in the event there is no point in reinstating.
  const alone = [entry(1, 'Ada', { withdrawn: true, leftWillingly: true }), entry(2, 'Ben')];
  expect(reinstate({ ...last, roundsPlanned: 3, entries: alone })).toEqual([]);
});

it('a withdrawal says what it does: before the start, in a round, and where games are arranged', () => {
  const you = { player: false, organiser: true, director: true, chiefArbiter: false, deputy: false };
  const asked = (detail: EventDetail): string => {
    let shown: VNode | null = null;
    const host = hostOf(detail, { open: form => (shown = form.view()) });
    const press = elements(h('div', new Desk(host).view())).find(
      one => one.data?.attrs?.['aria-label'] === d.act.withdrawOf('Ada'),
    );
    if (press) does(press, 'click');
    return words(shown);
  };
  const format = { kind: 'round-robin', double: false, arranged: { deadline: NOW } } as const;
  const running = sample({ you });
  expect(asked(running)).toContain(d.act.withdrawNote.running);
  expect(asked({ ...running, phase: 'open', rounds: [] })).toContain(d.act.withdrawNote.open);
  expect(asked({ ...running, settings: { ...running.settings, format } })).toContain(d.act.withdrawNote.arranged);
});

it('a pair that is forbidden stays chosen until it is', () => {
  const { sent, field, find } = desk();
  const chosen = () =>
    ['forbid-one', 'forbid-other'].map(
      id => elements(field(id)).find(one => one.data?.props?.selected === true)?.data?.attrs?.value,
    );
  does(field('forbid-one'), 'change', { value: 'Ada' });
  does(field('forbid-other'), 'change', { value: 'Ben' });
  does(find('forbid'), 'click');
  expect(chosen()).toEqual(['Ada', 'Ben']);
  sent.onDone();
  expect(chosen()).toEqual(['', '']);
});

it('the form for an official is open until one is named', () => {
  const { sent, view, field, find } = desk();
  does(find('nameDeputy'), 'click');
  does(field('desk-official'), 'input', { value: 'Mira' });
  const form = () => elements(view()).find(one => one.sel === 'form.desk-form' && !one.data?.attrs?.['data-test']);
  const open = form();
  if (!open) throw new Error('no form');
  does(open, 'submit');
  expect(sent.command).toEqual({ type: 'nameDeputy', person: 'Mira' });
  expect(field('desk-official').data?.props?.value).toBe('Mira');
  sent.onDone();
  expect(form()).toBeUndefined();
});

it('pairs made by hand stay until the round has been paired, and have room for who comes late', () => {
  const { sent, send } = sends();
  const hand = new HandPairing(() => {}, send);
  const four = sample({ phase: 'open', rounds: [], entries: sample().entries.slice(0, 4) });
  const look = (detail: EventDetail) => h('div', hand.view(detail, false));
  const find = (detail: EventDetail, test: string) => element(look(detail), test);
  const choose = (detail: EventDetail, id: string, value: string) => does(field(look(detail), id), 'change', { value });
  does(find(four, 'hand-begin'), 'click');
  choose(four, 'hand-0-white', 'Ada');
  choose(four, 'hand-0-black', 'Ben');
  choose(four, 'hand-1-white', 'Cleo');
  choose(four, 'hand-1-black', 'Dan');
  does(find(four, 'hand-send'), 'click');
  const pairs = [
    { white: 'Ada', black: 'Ben' },
    { white: 'Cleo', black: 'Dan' },
  ];
  expect(sent.command).toMatchObject({ pairs });

  // The pairings were refused, as two more players have entered.
  const fay = { ...entry(6, 'Eve'), username: 'Fay', name: 'Fay' };
  const six = { ...four, entries: [...four.entries, entry(5, 'Eve'), fay] };
  expect(words(look(six))).toContain(d.hand.left('Eve, Fay'));
  choose(six, 'hand-2-white', 'Eve');
  choose(six, 'hand-2-black', 'Fay');
  does(find(six, 'hand-send'), 'click');
  expect(sent.command).toMatchObject({ pairs: [...pairs, { white: 'Eve', black: 'Fay' }] });
  sent.onDone();
  expect(find(six, 'hand-begin')).toBeDefined();
});
