/** The places where an account is signed in. */
import { h, type VNode } from 'snabbdom';
import type { OwnSession } from '../../api/types';
import { t } from '../../text';
import { agoText } from '../../text/format';
import { button } from '../../ui/controls';
import { deviceText } from './device';

interface SessionsProps {
  sessions: readonly OwnSession[];
  /** In milliseconds since 1970. */
  now: number;
  isBusy: boolean;
  /** The latest change, in a sentence. */
  done: string;
  onEnd: (id: string) => void;
  onEndOthers: () => void;
}

export function sessionList({ sessions, now, isBusy, done, onEnd, onEndOthers }: SessionsProps): VNode {
  const entry = ({ id, device, current, used_at }: OwnSession): VNode => {
    const name = deviceText(device);
    return h('li.session', { key: id, attrs: { 'data-test': 'session' } }, [
      h('div.account-what', [
        h('span.session-device', [name, current ? h('span.tag', t.account.here) : null]),
        h('span.quiet', t.account.used(agoText(used_at, now))),
      ]),
      current
        ? null
        : button({
            label: t.account.end,
            name: t.account.endOf(name),
            kind: 'quiet',
            testId: 'end-session',
            disabled: isBusy,
            onClick: () => onEnd(id),
          }),
    ]);
  };
  return h('section.panel', { key: 'sessions', attrs: { 'aria-labelledby': 'sessions' } }, [
    h('h2', { attrs: { id: 'sessions', tabindex: -1 } }, t.account.sessions),
    h('ul.sessions', [...sessions].sort((a, b) => Number(b.current) - Number(a.current)).map(entry)),
    h('p.answer', { key: 'done', attrs: { role: 'status' } }, done),
    sessions.length > 1
      ? h('div.row', { key: 'others' }, [
          button({ label: t.account.endOthers, testId: 'end-others', disabled: isBusy, onClick: onEndOthers }),
        ])
      : null,
  ]);
}
