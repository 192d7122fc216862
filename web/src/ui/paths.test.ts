import { describe, expect, it } from 'vitest';
import { backOf, withBack } from './paths';

describe('the way back', () => {
  it('is the page one came from, with what it was asked for', () => {
    const path = withBack('/sign-in', { pathname: '/new/chess', search: '?opponent=link' });
    expect(backOf(new URL(path, 'http://any.invalid').search)).toBe('/new/chess?opponent=link');
  });

  it('is kept from signing in to signing up', () => {
    expect(withBack('/sign-up', { pathname: '/sign-in', search: '?back=%2Fg%2Fabc' })).toBe('/sign-up?back=%2Fg%2Fabc');
  });

  it('is the home page if there is none', () => {
    expect(withBack('/sign-up', { pathname: '/', search: '' })).toBe('/sign-up');
    expect(backOf('')).toBe('/');
  });

  it.each([
    '//other.invalid/',
    '/\\other.invalid',
    'https://other.invalid/',
    'javascript:alert(1)',
    '/sign-in',
    'g/abc',
  ])('never leads elsewhere, nor round and round: %s', back => {
    expect(backOf(`?${new URLSearchParams({ back }).toString()}`)).toBe('/');
  });
});
