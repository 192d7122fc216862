import { expect, it, vi } from 'vitest';

/** The storage that all windows of a browser share. */
const kept = new Map<string, string>();
const heard: ((event: { key: string }) => void)[] = [];
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => {
    kept.set(key, value);
    for (const hear of heard) hear({ key });
  },
});
vi.stubGlobal('window', { addEventListener: (_: string, hear: (typeof heard)[number]) => heard.push(hear) });
vi.stubGlobal('document', { documentElement: { dataset: {} } });

/** The settings module of a freshly opened window. */
async function opened(): Promise<typeof import('./settings')> {
  vi.resetModules();
  return import('./settings');
}

it('what one window changes is not undone by another', async () => {
  const [{ settings: one }, { settings: other }] = [await opened(), await opened()];
  one.sounds = false;
  one.silence('Troll');
  one.keepNewGame('chess', { level: 3 });
  other.premoves = false;
  other.silence('Spammer');
  other.keepNewGame('dmchess', { level: 4 });
  const { settings } = await opened();
  expect([settings.sounds, settings.premoves, settings.coordinates]).toEqual([false, false, true]);
  expect(settings.silenced).toEqual(['Troll', 'Spammer']);
  expect([settings.newGame('chess'), settings.newGame('dmchess')]).toEqual([{ level: 3 }, { level: 4 }]);
});

it('a window hears what another changes', async () => {
  const [here, { settings: other }] = [await opened(), await opened()];
  const changed = vi.fn();
  here.hearSettings(changed);
  other.theme = 'dark';
  expect(here.settings.theme).toBe('dark');
  expect(changed).toHaveBeenCalled();
});
