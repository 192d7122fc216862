import { afterEach, describe, expect, it, vi } from 'vitest';
import { appWith, elements, settled } from '../../testing';
import { api, Refused } from '../../api/http';
import { Games } from './games';
import { found } from './page';
import { Search } from './search';

const asked = vi.spyOn(api, 'archive');

afterEach(() => asked.mockReset());

/** Whether the results of a search are offered for download. */
async function offersFiles(): Promise<boolean> {
  const search = new Search({});
  const games = new Games(appWith({}));
  games.ask((await search.read()) ?? {});
  await settled();
  const all = found(search, games, '').flatMap(elements);
  return all.some(one => one.data?.attrs?.['data-test'] === 'downloads');
}

describe('games are offered as files', () => {
  it('where there may be some further back', async () => {
    asked.mockResolvedValue({ games: [], next: 'id' });
    expect(await offersFiles()).toBe(true);
  });

  it('not where nothing was found', async () => {
    asked.mockResolvedValue({ games: [], next: null });
    expect(await offersFiles()).toBe(false);
  });

  it('not where the search was refused', async () => {
    asked.mockRejectedValue(new Refused('No account has this name.'));
    expect(await offersFiles()).toBe(false);
  });
});
