import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../api/http';
import type { Me } from '../api/types';
import { gameKeys } from '../games';
import { t } from '../text';
import { button, keyList, link, segments, toggle } from '../ui/controls';
import type { App, Page } from '../ui/page';
import { settings } from '../ui/settings';
import { play } from '../ui/sound';

export function settingsPage(app: App): Page {
  let me: Me | null = null;
  let name = '';
  let answer = '';
  let refused = '';

  const load = async (): Promise<void> => {
    try {
      me = await api.me();
      name = me.name;
    } catch (error) {
      refused = error instanceof Refused ? error.message : t.app.failed;
    }
    app.redraw();
  };
  const save = async (): Promise<void> => {
    answer = refused = '';
    try {
      me = await api.rename(name.trim());
      app.becomes(me);
      name = me.name;
      answer = t.settings.saved(me.name);
    } catch (error) {
      refused = error instanceof Refused ? error.message : t.app.failed;
    }
    app.redraw();
  };
  void load();

  /** The form in which guests choose their name. */
  const chosenName = (isKnown: boolean): VNode =>
    h(
      'form.panel',
      {
        key: 'chosen',
        // Whether this is a guest may not be known yet.
        class: { 'not-yet': !isKnown },
        on: {
          submit: (event: Event) => {
            event.preventDefault();
            void save();
          },
        },
      },
      [
        h('label.field', { attrs: { for: 'name' } }, [t.settings.name, h('small', t.settings.nameNote)]),
        h('div.row', [
          h('input', {
            attrs: {
              id: 'name',
              maxlength: 32,
              autocomplete: 'nickname',
              'data-test': 'name',
              'aria-describedby': 'name-answer',
            },
            props: { value: name },
            on: { input: (event: Event) => (name = (event.target as HTMLInputElement).value) },
          }),
          h('button.button.primary', { attrs: { type: 'submit' } }, t.settings.save),
        ]),
        h(
          'p.answer',
          { class: { bad: refused !== '' }, attrs: { id: 'name-answer', role: 'status' } },
          refused || answer,
        ),
      ],
    );

  return {
    title: t.app.settings,
    view: () =>
      h('main.page.narrow', { attrs: { id: 'main', tabindex: -1 } }, [
        h('h1', t.app.settings),
        me?.account ? fixedName(app, me.name) : chosenName(me !== null || refused !== ''),
        h('div.panel', [
          segments(
            'theme',
            t.settings.theme,
            [
              { value: 'system', label: t.settings.system },
              { value: 'light', label: t.settings.light },
              { value: 'dark', label: t.settings.dark },
            ],
            settings.theme,
            value => {
              settings.theme = value;
              app.redraw();
            },
          ),
        ]),
        h('section.panel', { attrs: { 'aria-labelledby': 'playing' } }, [
          h('h2', { attrs: { id: 'playing' } }, t.settings.playing),
          h('div.row', [
            toggle(t.settings.sounds, t.settings.soundsNote, settings.sounds, value => {
              settings.sounds = value;
              app.redraw();
            }),
            button({ label: t.settings.try, onClick: () => play('notify'), disabled: !settings.sounds }),
          ]),
          toggle(t.settings.premoves, t.settings.premovesNote, settings.premoves, value => {
            settings.premoves = value;
            app.redraw();
          }),
          toggle(t.settings.chat, t.settings.chatNote, settings.chat, value => {
            settings.chat = value;
            app.redraw();
          }),
          toggle(t.settings.coordinates, '', settings.coordinates, value => {
            settings.coordinates = value;
            app.redraw();
          }),
        ]),
        settings.silenced.length ? silenced(app) : null,
        h('section.panel', [h('h2', t.keys.title), keyList(gameKeys())]),
      ]),
  };
}

/** The players whose chat lines are hidden. */
function silenced(app: App): VNode {
  return h('section.panel', { key: 'silenced', attrs: { 'aria-label': t.chat.muted } }, [
    h('h2', t.chat.muted),
    h(
      'div.row',
      settings.silenced.map(name =>
        button({
          label: t.chat.unmute(name),
          onClick: () => {
            settings.hear(name);
            app.redraw();
          },
        }),
      ),
    ),
  ]);
}

/** Accounts are called by their usernames. */
function fixedName(app: App, name: string): VNode {
  return h('section.panel.row', { key: 'fixed', attrs: { 'aria-label': t.settings.name } }, [
    h('div.account-what', [h('h2', name), h('p.quiet', t.account.fixedName)]),
    link(app.go, '/account', '.button.plain', [t.account.title]),
  ]);
}
