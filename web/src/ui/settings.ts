/** What this browser remembers: looks and sounds. Nothing of it is needed to play. */

export type Theme = 'system' | 'light' | 'dark';

const STORE = 'manifold';

interface Stored {
  theme: Theme;
  sounds: boolean;
  coordinates: boolean;
  premoves: boolean;
  /** The last choices on the sheet of a new game, by game. */
  sheets: Record<string, unknown>;
}

const initial: Stored = { theme: 'system', sounds: true, coordinates: true, premoves: true, sheets: {} };

function read(): Stored {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Stored>) };
  } catch {
    return { ...initial };
  }
}

const stored = read();

function write(): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(stored));
  } catch {
    // A browser that stores nothing forgets; that is all.
  }
}

const darkSystem = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;

export function applyTheme(): void {
  const dark = stored.theme === 'dark' || (stored.theme === 'system' && darkSystem?.matches === true);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

darkSystem?.addEventListener('change', applyTheme);

export const settings = {
  get theme(): Theme {
    return stored.theme;
  },
  set theme(theme: Theme) {
    stored.theme = theme;
    applyTheme();
    write();
  },
  get isDark(): boolean {
    return document.documentElement.dataset.theme === 'dark';
  },
  get sounds(): boolean {
    return stored.sounds;
  },
  set sounds(on: boolean) {
    stored.sounds = on;
    write();
  },
  get coordinates(): boolean {
    return stored.coordinates;
  },
  set coordinates(on: boolean) {
    stored.coordinates = on;
    write();
  },
  get premoves(): boolean {
    return stored.premoves;
  },
  set premoves(on: boolean) {
    stored.premoves = on;
    write();
  },
  sheet(game: string): unknown {
    return stored.sheets[game];
  },
  keepSheet(game: string, sheet: unknown): void {
    stored.sheets[game] = sheet;
    write();
  },
};
