import { expect, it } from 'vitest';
import { does, element, words } from '../../testing';
import { h } from 'snabbdom';
import { d } from '../../text/desk';
import { arbiterView } from './arbiter';
import type { Form } from './host';
import { RuleForm } from './rule';
import { hostOf, NOW, person, ruling, sample } from './sample';

const HOUR = 60 * 60_000;

it('a ruling that was remitted to the arbiter can be made anew on the desk, and is not said to be for the other one', () => {
  const remitted = ruling('game-Ben-Ada', {
    state: 'remitted',
    waitingSince: NOW - HOUR,
    decision: {
      n: 31,
      by: person('Rita'),
      at: NOW - HOUR,
      kind: 'remitted',
      outcome: null,
      reasons: 'Look at it again.',
      to: person('Rita'),
    },
    you: { appeal: false, decide: false, rule: true },
  });
  let opened: Form | null = null;
  const host = hostOf(sample({ rulings: [remitted] }), { open: form => (opened = form) });
  const view = h('div', arbiterView(host));
  expect(words(view)).not.toContain(d.arbiter.own);
  does(element(view, 'rule-anew'), 'click');
  expect(opened).toBeInstanceOf(RuleForm);
});
