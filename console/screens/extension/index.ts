import { page } from '../../kit/screen.js';

/** The page of every screen of an extension, and of all places below it. */
export const extensionPage = page('x/$extension/$screen/$', () => import('./screen.js'));
