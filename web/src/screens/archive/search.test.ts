import { afterEach, describe, expect, it, vi } from 'vitest';
import { api, Refused } from '../../api/http';
import { mistakesIn, Search } from './search';

const explored = vi.spyOn(api, 'explore');

function answering(actions: string[]): void {
  explored.mockResolvedValue({ public: actions } as Awaited<ReturnType<typeof api.explore>>);
}

afterEach(() => explored.mockReset());

describe('an opening', () => {
  it('may be written as people write moves', async () => {
    answering(['e2e4', 'e7e6']);
    const search = new Search({ variant: 'chess', opening: 'e4 e6' });
    expect(await search.read()).toMatchObject({ variant: 'chess', opening: 'e2e4 e7e6' });
    expect(explored).toHaveBeenCalledWith('chess', ['e4', 'e6'], undefined, undefined);
  });

  it('that cannot be read is told at its field, and nothing is searched for', async () => {
    explored.mockRejectedValue(new Refused('“xx” cannot be read.'));
    const search = new Search({ variant: 'chess', opening: 'e4 xx' });
    expect(await search.read()).toBeNull();
    expect([...search.mistakes]).toEqual([['opening', '“xx” cannot be read.']]);
  });

  it('with an action that hides something is searched for as it stands', async () => {
    const search = new Search({ variant: 'hyperspace', opening: 'e2e4 e7e5 b1^3' });
    expect(await search.read()).toMatchObject({ opening: 'e2e4 e7e5 b1^3' });
    expect(explored).not.toHaveBeenCalled();
  });

  it('needs a game, which is told at the field of the game', () => {
    expect([...mistakesIn({ opening: 'e4' }).keys()]).toEqual(['variant']);
    expect(mistakesIn({ variant: 'chess', opening: 'e4' }).size).toBe(0);
  });
});

it('an address with choices that there are not is told in plain sentences, each at its field', () => {
  expect([...mistakesIn({ variant: 'foo', result: 'bar', kind: 'rated' })]).toEqual([
    ['variant', 'There is no “foo” here. Choose from the list.'],
    ['result', 'There is no “bar” here. Choose from the list.'],
  ]);
});
