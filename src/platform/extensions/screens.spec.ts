import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkScreens, type ScreenOptions, screensOf } from './screens.js';

const cities: ScreenOptions = { path: 'cities', title: 'Cities', icon: 'list', scopes: ['office:read'] };
const declared = (screens: object[], module = new URL(import.meta.url)) => ({
  name: 'depots',
  console: { module, screens: screens as ScreenOptions[] },
});

describe('screens of an extension', () => {
  it.each([
    [[{ ...cities, path: 'Cities' }], "'Cities' of the console needs a path of lower-case letters, digits and hyphens"],
    [[{ ...cities, path: '../sales' }], "'../sales' of the console needs a path"],
    [[{ ...cities, path: '' }], "'' of the console needs a path"],
    [[cities, cities], "'cities' of the console is declared twice: give one of them another path"],
    [[{ ...cities, icon: 'horse' }], "has the icon 'horse', which is none of: board, check,"],
    [[{ ...cities, scopes: ['horses:read'] }], "asks for the scope 'horses:read', which no app declares"],
    [[{ ...cities, scopes: ['office:all'] }], "asks for the scope 'office:all', which no app declares"],
    [[{ ...cities, scopes: undefined }], 'belongs to no app: name the scopes of those who see it'],
  ])('refuse %j', (screens, message) => {
    expect(() => checkScreens(declared(screens))).toThrow(message);
  });

  it('refuse a module that is not there', () => {
    const missing = pathToFileURL('/nowhere/screens.js');
    expect(() => checkScreens(declared([cities], missing))).toThrow(
      'console.module is /nowhere/screens.js, where no file is: build it, or mend the address.',
    );
  });

  it('are those of the app of the extension, else of their first scope', () => {
    checkScreens({ name: 'plain' });
    checkScreens(declared([cities]));
    expect(screensOf({ name: 'plain' })).toEqual([]);
    expect(screensOf(declared([cities]))).toEqual([{ ...cities, extension: 'depots', app: 'office' }]);
    const app = { name: 'depots', title: 'Depots', read: '', write: '' };
    const { path, title, icon } = cities;
    expect(screensOf({ ...declared([{ path, title, icon }]), app })).toMatchObject([
      { app: 'depots', scopes: ['depots:read'] },
    ]);
  });
});
