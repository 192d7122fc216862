/** Making the chosen game: directly, by a seek, or by a challenge. */
import { api } from '../../api/http';
import type { IdempotencyKeys } from '../../api/keys';
import type { NewGame, Opponent } from '../../api/types';
import { t } from '../../text';
import type { App } from '../../ui/page';
import type { Choice } from './choice';

/** Resolves to the path of the page to go to. */
export async function make(app: App, choice: Choice, keys: IdempotencyKeys): Promise<string> {
  const kind = choice.opponent;
  if (kind === 'player') return challenge(app, choice);
  if (kind === 'anyone') return seek(app, choice);
  const { form, isRated } = choice;
  const opponent: Opponent = kind === 'engine' ? { kind, level: form.level } : { kind };
  const isAlone = form.opponent === 'same-board';
  const wanted: NewGame = {
    variant: form.variant,
    opponent,
    color: isAlone ? 'white' : isRated ? 'random' : form.color,
    clock: choice.clock,
    takebacks: isAlone ? true : form.takebacks && !isRated,
    rated: isRated,
  };
  const made = await api.create(wanted, keys.of(wanted));
  return made.url;
}

/** Adds a seek. */
function seek(app: App, { form, clock, color, isRated, ratings }: Choice): string {
  app.lobby.seek({ variant: form.variant, clock, color, rated: isRated, ratings });
  return '/';
}

/** Challenges a player by name. */
async function challenge(app: App, { form, playerName, clock, color, isRated }: Choice): Promise<string> {
  const made = await api.challenge({
    to: playerName.trim(),
    variant: form.variant,
    clock,
    color,
    rated: isRated,
  });
  app.note(t.notices.sent(made.challenged, made.clock?.kind !== 'correspondence'));
  return '/';
}
