import { describe, expect, it } from 'vitest';
import { everyPage } from './every-page';

describe('a list on several pages', () => {
  it('is asked for until there is no next page', async () => {
    const asked: (number | undefined)[] = [];
    const all = await everyPage((from = 0) => {
      asked.push(from);
      const items = [0, 1, 2].map(n => from + n).filter(n => n < 8);
      return Promise.resolve({ items, next: from + 3 < 8 ? from + 3 : null });
    });
    expect(all).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(asked).toEqual([0, 3, 6]);
  });

  it('fails where one of its pages does', async () => {
    const asked = everyPage(from =>
      from === undefined ? Promise.resolve({ items: ['a'], next: 1 }) : Promise.reject(new Error('gone')),
    );
    await expect(asked).rejects.toThrow('gone');
  });
});
