/** Rules for the files of the client as a whole. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GAMES } from './games';

const SOURCE = import.meta.dirname;

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).map(path => join(SOURCE, path));
const read = (path: string): string => readFileSync(path, 'utf8');

describe('style sheets', () => {
  const sheets = files.filter(path => path.endsWith('.css'));

  it.each(sheets.map(path => [relative(SOURCE, path), read(path)]))('%s names its colours and lengths', (_, css) => {
    // Conditions cannot use tokens; a definition of a custom property gives a value its name.
    const used = css
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/@(media|container)[^{]*\{/g, '{')
      .replace(/--[\w-]+:[^;]*;/g, '');
    expect(
      used.match(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|lab|lch|oklab|oklch)a?\(|(?<![\w-])\d*\.?\d+(px|rem|ms)\b/gi),
    ).toBeNull();
  });

  it('use only tokens that are defined', () => {
    const all = sheets.map(read).join('\n');
    const code = files
      .filter(path => path.endsWith('.ts'))
      .map(read)
      .join('\n');
    const defined = new Set([...`${all}${code}`.matchAll(/['\s{;](--[\w-]+)'?:/g)].map(match => match[1]));
    const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map(match => match[1]));
    expect([...used].filter(name => !defined.has(name))).toEqual([]);
    expect([...defined].filter(name => !used.has(name) && all.includes(`${name}:`))).toEqual([]);
  });
});

describe('the folder of a game', () => {
  const NAMES = ['index', 'about', 'screen', 'choice', 'drawing', 'view', 'loop', 'text'];
  const FILES = [...NAMES, 'lesson', 'lesson-text'].map(name => `${name}.ts`).concat('style.css');
  const folders = readdirSync(join(SOURCE, 'games'), { withFileTypes: true }).filter(entry => entry.isDirectory());

  it.each(folders.map(folder => folder.name))('%s has the files of all games', folder => {
    expect(FILES.filter(name => !existsSync(join(SOURCE, 'games', folder, name)))).toEqual([]);
  });

  it('is registered', () => {
    expect(GAMES).toHaveLength(folders.length);
  });
});

it('no file imports itself by way of others', () => {
  const imports = new Map(files.filter(path => path.endsWith('.ts')).map(path => [path, importsOf(path)]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, way: string[]): void => {
    if (way.includes(path))
      circles.push([...way.slice(way.indexOf(path)), path].map(one => relative(SOURCE, one)).join(' > '));
    if (way.includes(path) || done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  expect(circles).toEqual([]);
});

/** The files that a file imports, including types and code that is loaded on demand. */
function importsOf(path: string): string[] {
  return [...read(path).matchAll(/(?:from |import\()'(\.[^']+)'/g)].flatMap(match => {
    const target = resolve(dirname(path), match[1] ?? '');
    return [`${target}.ts`, join(target, 'index.ts')].filter(one => existsSync(one)).slice(0, 1);
  });
}
