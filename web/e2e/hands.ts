/** Performs actions as a player does: converts machine notation to taps and keys. */
import { expect, tap, type Page } from './support';

const NAMES: Record<string, string> = { P: 'pawn', N: 'knight', B: 'bishop', R: 'rook', Q: 'queen', K: 'king' };

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

/** Time Traveler's Chess: waits for the question where the man that appears here goes; a previous question covers the board until then. */
export async function appears(page: Page, square: string): Promise<void> {
  await expect(page.locator('[data-test=prompt]')).toContainText(`appears on ${square}`);
}

/** Time Traveler's Chess: `e2e4`, `c3//d5`, `Nf6/e8`, `e7/e8q`. */
export async function travel(page: Page, action: string): Promise<void> {
  const explosion = /^([NBRQK]?)([a-h][1-8])\/([a-h][1-8])([qrbn])?$/.exec(action);
  if (explosion) {
    const [, letter = '', square = '', to = '', promotion] = explosion;
    await page.locator(`[data-explode=${NAMES[letter || 'P']}]`).click();
    await tap(page, square);
    await appears(page, square);
    await tap(page, to);
    if (promotion) await choose(page, NAMES[promotion.toUpperCase()] ?? '');
    return;
  }
  const [, from = '', to = '', promotion] = /^([a-h][1-8])(?:\/\/)?([a-h][1-8])([qrbn])?$/.exec(action) ?? [];
  await tap(page, from);
  await tap(page, to);
  if (promotion) await choose(page, NAMES[promotion.toUpperCase()] ?? '');
}

/** Brings a board of DMChess into focus. */
export async function look(page: Page, dimension: string): Promise<void> {
  await page.keyboard.press(dimension);
  await page.locator(`[data-focus="${dimension}"]`).waitFor();
}

/** DMChess: `Nd1b1-d2b5`, `Pd1e7-d1e8=Q`. */
export async function cross(page: Page, action: string): Promise<void> {
  const parts = /^([PNBRQK])d(\d)([a-h][1-8])-d(\d)([a-h][1-8])(?:=([QRBN]))?$/.exec(action);
  if (!parts) throw new Error(action);
  const [, role = '', fromD = '', from = '', toD = '', to = '', promotion] = parts;
  await look(page, fromD);
  await tap(page, from);
  // The small boards mark the piece in hand.
  const inHand = page.locator('.mini .in-hand');
  await expect(inHand).toHaveCount(1);
  if (toD !== fromD) await look(page, toD);
  await tap(page, to);
  if (promotion) return choose(page, NAMES[promotion] ?? '');
  // A former pawn may promote again, or stay what it is: either that is asked, or the move is made.
  const question = page.getByRole('dialog');
  await expect.poll(async () => (await question.count()) > 0 || (await inHand.count()) === 0).toBe(true);
  if ((await question.count()) > 0) await choose(page, `stay a ${NAMES[role]}`);
}

/** Hidden960: `e2e4`, `d1=Q`, `d1=Q+e1=K`. */
export async function reveal(page: Page, action: string): Promise<void> {
  const parts = action.split('+').map(part => /^([a-h][18])=([KQRBN])$/.exec(part));
  if (!parts.every(Boolean)) return travel(page, action);
  await tap(page, parts[0]?.[1] ?? '');
  const names = parts.map(part => NAMES[part?.[2] ?? ''] ?? '');
  await choose(
    page,
    parts.length > 1 ? parts.map((part, index) => `${part?.[1]} ${names[index]}`).join(', ') : (names[0] ?? ''),
  );
}
